import { html, type Html } from "../../../lib/text/html.ts";
import type { ReferenceOperation } from "./api-description.ts";
import type { Example } from "./examples.ts";

/** The parts of a sample that depend on the server. */
export interface SampleSite {
  publicUrl: string;
  apiKey: string;
}

/** The path of an example's request, with its query. */
function requestPath({ path }: Pick<ReferenceOperation, "path">, { params = {}, query = {} }: Example["request"]): string {
  const search = new URLSearchParams(query).toString();
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? "")) + (search && `?${search}`);
}

/** The example as a command for a shell. */
export function curlSample(operation: ReferenceOperation, { request }: Example, { publicUrl, apiKey }: SampleSite): string {
  const { method, access } = operation;
  const headers = [
    ...(access.startsWith("key") ? [`x-api-key: ${apiKey}`] : []),
    ...(access === "token" ? ["authorization: Bearer $TOKEN"] : []),
    ...(request.body === undefined ? [] : ["content-type: application/json"]),
  ];
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(publicUrl + requestPath(operation, request))}`,
    // Double quotes where the shell fills in the token.
    ...headers.map((header) => `-H ${header.includes("$TOKEN") ? `"${header}"` : quoted(header)}`),
    ...(request.body === undefined ? [] : [`-d ${quoted(JSON.stringify(request.body))}`]),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The group of the operation in `@vitrine/client`. */
export function clientGroup(tag: string): string {
  return tag === "Catalogue" ? "catalog" : tag.toLowerCase();
}

/** The example as a call of `@vitrine/client`. */
export function clientSample(operation: ReferenceOperation, { request }: Example): string {
  const { id, tag, access, parameters, body } = operation;
  const parameterEntries = Object.entries({ ...request.params, ...request.query }).map(([name, value]): [string, unknown] => {
    const type = parameters.find((parameter) => parameter.name === name)?.schema.type;
    return [name, type === "integer" || type === "boolean" ? (JSON.parse(value) as unknown) : value];
  });
  const sent = body === undefined ? [] : Object.entries(request.body as object);
  // The one body that the description does not define: bytes with a signature.
  const signed = body === undefined && request.body !== undefined ? ", body, signature" : "";
  const input = Object.fromEntries([...parameterEntries, ...sent]);
  const literal = Object.keys(input).length === 0 ? "" : literalOf(input, "").replace(/ \}$/, `${signed} }`);
  const client = access === "token" ? "client.withCustomerToken(token)" : "client";
  return `await ${client}.${clientGroup(tag)}.${id}(${literal});`;
}

/** A value as TypeScript, over several lines if one would be long. */
function literalOf(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literalOf(item, inner))
    : Object.entries(value).map(
        ([name, member]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literalOf(member, inner)}`,
      );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  if (line.length + indent.length <= 64 && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

/** JSON over several lines, with names and values marked for colours. */
export function jsonView(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const { 0: tokenText, 1: string, 2: colon, index } of text.matchAll(token)) {
    const kind = colon !== undefined ? "n" : string !== undefined ? "s" : "v";
    parts.push(text.slice(end, index), html`<i class="${kind}">${string ?? tokenText}</i>${colon}`);
    end = index + tokenText.length;
  }
  return html`${[...parts, text.slice(end)]}`;
}
