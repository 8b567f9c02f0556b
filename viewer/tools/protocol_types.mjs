// The page's types of the wire, made from what the program says of its protocol:
//   bramah schema --protocol | node viewer/tools/protocol_types.mjs > viewer/src/live/protocol.ts
import { readFileSync } from "node:fs";

const refName = (ref) => ref.split("/").pop();
const inParentheses = (text) => (text.includes("|") ? `(${text})` : text);

function typeText(schema) {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "integer":
      return "number";
    case "array":
      return schema.prefixItems !== undefined
        ? `[${schema.prefixItems.map(typeText).join(", ")}]`
        : `${inParentheses(typeText(schema.items))}[]`;
    case "object":
      return `Record<string, ${typeText(schema.additionalProperties)}>`;
    default:
      return schema.type; // number, string, boolean, null
  }
}

function fieldText(name, schema, isRequired) {
  const notes = [
    schema.unit === undefined ? "" : `[${schema.unit}] `,
    schema.description ?? "",
    schema.default === undefined ? "" : `; otherwise ${JSON.stringify(schema.default)}`,
  ].join("");
  return `  ${name}${isRequired ? "" : "?"}: ${typeText(schema)};${notes === "" ? "" : ` // ${notes}`}\n`;
}

function definitionText(name, schema) {
  const head = schema.description === undefined ? "" : `// ${schema.description}\n`;
  if (schema.properties === undefined) {
    const parts = schema.oneOf?.map(typeText) ?? schema.enum.map((word) => JSON.stringify(word));
    const line = `export type ${name} = ${parts.join(" | ")};\n`;
    return head + (line.length <= 115 ? line : `export type ${name} =\n${parts.map((p) => `  | ${p}`).join("\n")};\n`);
  }
  const fields = Object.entries(schema.properties)
    .map(([field, type]) => fieldText(field, type, schema.required.includes(field)))
    .join("");
  return `${head}export interface ${name} {\n${fields}}\n`;
}

// What `typeof` says of a field, "array" told apart from "object".
function shapeOf(schema) {
  if (schema.$ref !== undefined) return "object";
  return { integer: "number", number: "number", string: "string", boolean: "boolean", array: "array" }[schema.type] ?? "object";
}

function shapesText(definitions) {
  const lines = definitions.Message.oneOf.map(({ $ref }) => {
    const { properties, required } = definitions[refName($ref)];
    const fields = required
      .filter((name) => name !== "type")
      .map((name) => [name, isWord(definitions, properties[name]) ? "string" : shapeOf(properties[name])]);
    const list = fields.map(([name, shape]) => `    ${name}: "${shape}",\n`).join("");
    return `  ${properties.type.const}: {\n${list}  },\n`;
  });
  return (
    'export type FieldShape = "number" | "string" | "boolean" | "array" | "object";\n\n' +
    "// The fields that a message of each type must have.\n" +
    `export const kMessageShapes: Record<Message["type"], Record<string, FieldShape>> = {\n${lines.join("")}};\n`
  );
}

const isWord = (definitions, { $ref }) => $ref !== undefined && definitions[refName($ref)].enum !== undefined;

export function protocolTypes(schema) {
  const definitions = schema.$defs;
  const all = Object.entries(definitions).map(([name, definition]) => definitionText(name, definition));
  return [
    "// Made by tools/protocol_types.mjs from `bramah schema --protocol`: not to be edited.\n" +
      `// ${schema.description}\n`,
    `export const kProtocol = ${schema.version};\n`,
    ...all,
    shapesText(definitions),
  ].join("\n");
}

if (process.argv[1]?.endsWith("protocol_types.mjs"))
  process.stdout.write(protocolTypes(JSON.parse(readFileSync(0, "utf8"))));
