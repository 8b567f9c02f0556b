// What may stand at a place of a machine file, by the schema that the program writes. The place is found by the
// indentation of the lines above and the brackets of the line itself, so that half a line is understood too.
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  description?: string;
  examples?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  enum?: (string | number)[];
  const?: string | number;
}

export interface Place {
  path: string[]; // keys from the root; "[]": an item of a list
  isKey: boolean; // a key may stand here, else a value of the last key of the path
}

const kItem = "[]";
const withoutComment = (line: string): string => line.replace(/(^|\s)#.*$/, "$1");

// The keys that the brackets of `text` leave open, and what follows the last comma.
function inLine(text: string): Place {
  const path: string[] = [];
  const depth: string[] = []; // open brackets
  let word = "";
  let key = ""; // that a value is being written for
  const open = (bracket: string): void => {
    if (key !== "") path.push(key);
    else if (depth.length > 0) path.push(kItem);
    depth.push(`${bracket}${key === "" && depth.length === 0 ? "" : "+"}`);
    word = key = "";
  };
  for (let k = 0; k < text.length; ++k) {
    const letter = text[k];
    if (letter === "{" || letter === "[") open(letter);
    else if (letter === "}" || letter === "]") {
      if (depth.pop()?.endsWith("+") === true) path.pop();
      word = key = "";
    } else if (letter === "," && depth.length > 0) word = key = "";
    else if (letter === ":" && (k + 1 === text.length || /\s/.test(text[k + 1]))) {
      key = word.trim().replace(/^["']|["']$/g, "");
      word = "";
    } else word += letter;
  }
  if (key !== "") return { path: [...path, key], isKey: false };
  const isInList = depth.at(-1)?.startsWith("[") === true;
  return isInList ? { path: [...path, kItem], isKey: false } : { path, isKey: true };
}

export function placeAt(before: string): Place {
  const lines = before.split("\n");
  const line = lines.pop() ?? "";
  let indent = /^[\s-]*/.exec(line)?.[0].length ?? 0;
  const own = inLine(line.slice(indent));
  const above: string[] = [];
  const dashes = /^\s*-\s/.exec(line);
  if (dashes !== null) {
    above.unshift(kItem);
    indent = line.indexOf("-");
  }
  for (let k = lines.length - 1; k >= 0 && indent > 0; --k) {
    const text = withoutComment(lines[k]);
    if (text.trim() === "") continue;
    const start = /^\s*/.exec(text)?.[0].length ?? 0;
    const isItem = /^\s*-\s/.test(text);
    const inner = isItem ? (/^[\s-]*/.exec(text)?.[0].length ?? 0) : start;
    if (inner < indent && /:\s*$/.test(text)) {
      above.unshift(text.slice(inner).replace(/:\s*$/, "").replace(/^["']|["']$/g, ""));
      indent = inner;
    }
    if (isItem && start < indent) {
      above.unshift(kItem);
      indent = start;
    }
    indent = Math.min(indent, Math.max(start, 0) === 0 && start < indent ? 0 : indent);
  }
  return { path: [...above, ...own.path], isKey: own.isKey };
}

export class SchemaHelp {
  constructor(private readonly root: Schema) {}

  // All that a schema stands for: references followed, alternatives side by side.
  private spread(schema: Schema | undefined, depth = 0): Schema[] {
    if (schema === undefined || depth > 12) return [];
    const all: Schema[] = [schema];
    if (schema.$ref !== undefined) all.push(...this.spread(this.root.$defs?.[schema.$ref.replace("#/$defs/", "")], depth + 1));
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) all.push(...this.spread(one, depth + 1));
    for (const one of [schema.then, schema.else]) all.push(...this.spread(one, depth + 1));
    return all;
  }

  at(path: string[]): Schema[] {
    let here = this.spread(this.root);
    for (const key of path)
      here = here.flatMap((schema) => {
        if (key === kItem) return this.spread(schema.items);
        const own = schema.properties?.[key];
        if (own !== undefined) return this.spread(own);
        return typeof schema.additionalProperties === "object" ? this.spread(schema.additionalProperties) : [];
      });
    return here;
  }

  keys(path: string[]): Map<string, Schema> {
    const all = new Map<string, Schema>();
    for (const schema of this.at(path)) for (const [key, value] of Object.entries(schema.properties ?? {})) if (!all.has(key)) all.set(key, value);
    return all;
  }

  values(path: string[]): string[] {
    const all = this.at(path).flatMap((schema) => [
      ...(schema.enum ?? []),
      ...(schema.const === undefined ? [] : [schema.const]),
      ...(schema.type === "boolean" ? ["true", "false"] : []),
    ]);
    return [...new Set(all.map(String))];
  }

  text(path: string[]): { description: string; examples: string[] } | null {
    const told = this.at(path).filter(({ description }) => description !== undefined);
    if (told.length === 0) return null;
    return {
      description: [...new Set(told.map(({ description }) => description))].slice(0, 2).join(". "),
      examples: [...new Set(told.flatMap(({ examples }) => examples ?? []))].slice(0, 3),
    };
  }
}
