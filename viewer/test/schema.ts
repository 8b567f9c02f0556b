// The program's protocol, and a check against it: as much of JSON Schema as the program writes.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  const?: unknown;
  enum?: unknown[];
  oneOf?: Schema[];
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

// Beside the build's copy of these tests, or in the build beside the sources.
const program = [process.env.BRAMAH_PROGRAM, "../bramah", "../build/bramah"].find(
  (path) => path !== undefined && existsSync(path),
);
export const missing = program === undefined && "the program is not built";
export const schema = (): Schema =>
  JSON.parse(execFileSync(program as string, ["schema", "--protocol"], { encoding: "utf8" })) as Schema;

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

function isOfType(value: unknown, type: string): boolean {
  return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}

function problemsInObject(value: Record<string, unknown>, rule: Schema, root: Schema, at: string): string[] {
  const missingFields = (rule.required ?? []).filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, element]) => {
    const own = rule.properties?.[name] ?? rule.additionalProperties;
    if (own === false) return [`${at}.${name} is unknown`];
    return typeof own === "object" ? problems(element, own, root, `${at}.${name}`) : [];
  });
  return [...missingFields, ...wrong];
}

// Everything that is wrong with `value`, by the rule of `root`.
export function problems(value: unknown, rule: Schema, root: Schema, at = ""): string[] {
  if (rule.$ref !== undefined) return problems(value, root.$defs?.[rule.$ref.split("/").pop() ?? ""] ?? {}, root, at);
  if (rule.const !== undefined && value !== rule.const) return [`${at} is not ${String(rule.const)}`];
  if (rule.enum !== undefined && !rule.enum.includes(value)) return [`${at} is ${String(value)}`];
  if (rule.oneOf !== undefined) {
    const all = rule.oneOf.map((one) => problems(value, one, root, at));
    return all.some((list) => list.length === 0) ? [] : all.reduce((a, b) => (b.length < a.length ? b : a));
  }
  if (rule.type !== undefined && ![rule.type].flat().some((type) => isOfType(value, type)))
    return [`${at} is ${typeOf(value)}, not ${String(rule.type)}`];
  if (typeof value === "number" && !(value >= (rule.minimum ?? -Infinity) && value <= (rule.maximum ?? Infinity)))
    return [`${at} is out of range`];
  if (typeof value === "string" && !(value.length >= (rule.minLength ?? 0) && value.length <= (rule.maxLength ?? Infinity)))
    return [`${at} is too long or too short`];
  if (Array.isArray(value)) {
    if (rule.prefixItems !== undefined && value.length !== rule.prefixItems.length) return [`${at} has ${value.length}`];
    return value.flatMap((element, k) => problems(element, rule.prefixItems?.[k] ?? rule.items ?? {}, root, `${at}[${k}]`));
  }
  if (typeof value === "object" && value !== null)
    return problemsInObject(value as Record<string, unknown>, rule, root, at);
  return [];
}
