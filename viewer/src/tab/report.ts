// Reports come from the module with the names of their scripts in place of them (bindings/wasm/page_assets.cpp).
async function asset(name: string): Promise<string> {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.statusText}`);
  return (await answer.text()).replace(/<\//g, "<\\/").replace(/<!--/g, "\\x3c!--");
}

export async function finishReport(page: Uint8Array): Promise<Blob> {
  let text = new TextDecoder().decode(page);
  for (const name of ["report.js", "report.css"]) {
    const content = await asset(name);
    text = text.replace(`/*@${name}@*/`, () => content);
  }
  return new Blob([text], { type: "text/html" });
}
