// What a page and its worker say to each other. Wishes are those of bindings/wasm/jobs.h and module.cpp.
export interface Wish {
  do: string;
  model?: string; // path of the machine file
  set?: string[]; // "lift.bore=90 mm"
  [more: string]: unknown;
}

export interface Asked {
  id: number;
  wish: Wish;
  files: Record<string, string | null>; // written before; null: as shipped
  give: string[]; // files that the answer brings along
}
export type ToWorker = Asked | { hear: string } | { ping: number };

export interface Answered {
  id: number;
  answer?: unknown;
  problems?: string[]; // instead of an answer
  given: Record<string, Uint8Array>;
}
export type FromWorker = Answered | { say: string } | { pong: number } | { progress: number } | { crash: string };
