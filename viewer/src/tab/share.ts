// A machine in an address: its path, its text where that was edited, its sliders, made small, in the fragment, which
// no server ever sees.
export interface Shared {
  path: string;
  text?: string; // without: as shipped
  set?: Record<string, string>;
}

const kKey = "#m=";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const answer = new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
}

export async function shareText(what: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(what)), new CompressionStream("deflate"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return kKey + btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// Null: the fragment is none of ours, or was cut.
export async function readShared(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith(kKey)) return null;
  try {
    const text = atob(fragment.slice(kKey.length).replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = await through(Uint8Array.from(text, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate"));
    const shared = JSON.parse(new TextDecoder().decode(bytes)) as Shared;
    return typeof shared.path === "string" && /^[\w./-]+\.yaml$/.test(shared.path) && !shared.path.includes("..") ? shared : null;
  } catch {
    return null;
  }
}
