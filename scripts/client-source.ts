/** Writes client/src/generated.ts: the types of the SDK, and the table for its one `call`, from the API description. */
import { comment, componentOf, isFree, nameOf, objectOf, typeOf, union, type Schema } from "./schema-types.ts";

interface Content {
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}

interface Reference {
  $ref: string;
}

interface Operation<Response = Content> {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters: { name: string; in: "path" | "query"; required: boolean; description?: string; style?: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Response>;
}

export interface ApiDescription {
  paths: Record<string, Record<string, Operation<Content | Reference>>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> };
}

/** A problem as the code declares it: the description does not have the further members by code. */
interface DeclaredProblem {
  code: string;
  extensions: Readonly<Record<string, object>>;
}

interface Described extends Operation {
  method: string;
  path: string;
  access: "none" | "key" | "token" | "keyOrToken" | "keyMaybeToken";
  codes: string[];
  input: { name: string; optional: boolean; type: string; description?: string | undefined }[];
}

// Returned outside of operations.
const codesOfNoOperation = ["method_not_allowed", "route_not_found"];
// `{+slug}` as RFC 6570 has it: a slash in it stays one.
const severalSegments = new Set(["getPage slug"]);

export function clientSource({ paths, components }: ApiDescription, problems: readonly DeclaredProblem[]): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(method, path, withResponses(operation, components.responses))),
  );
  const groups = new Map<string, Described[]>();
  for (const operation of operations) {
    const group = groupOf(operation.tags[0]);
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  const { Problem, ...schemas } = components.schemas;
  const codes = [...new Set([...((Problem?.properties?.code?.enum ?? []) as string[]), ...codesOfNoOperation])].sort();
  const open = new Set(Object.keys(schemas).filter((name) => isFree(schemas[name]?.properties?.data)));
  return [
    "// Written by `npm run generate` from openapi.json. Change the server, and not this file.",
    'import type { Call, CallOptions, IdempotentCallOptions, List, Operation, Where } from "./operation.ts";',
    "",
    "/** No input. */\nexport type NoInput = Record<string, never>;",
    ...Object.entries(schemas).map(([name, schema]) => componentOf(name, schema, open)),
    ...operations.flatMap((operation) => [inputOf(operation), answerOf(operation)]),
    `/** The \`code\` of every problem that the server returns. */\nexport type ProblemCode = ${union(codes)};`,
    `/** The members that a problem has besides the common ones. */\nexport interface ProblemMembers {${problems
      .filter(({ code, extensions }) => codes.includes(code) && Object.keys(extensions).length > 0)
      .map(({ code, extensions }) => `${code}: ${objectOf({ properties: extensions, required: Object.keys(extensions) })};`)
      .join("\n")}}`,
    ...codesOf(operations),
    ...[...groups].map(([group, own]) => groupInterface(group, own, open)),
    `/** Every operation of the API, in its group, under its \`operationId\`. */\nexport interface Operations {${[...groups.keys()]
      .map((group) => `readonly ${group}: ${capital(group)}Operations;`)
      .join("\n")}}`,
    `export const operations: Readonly<Record<keyof Operations, Readonly<Record<string, Operation>>>> = {${[...groups]
      .map(([group, own]) => `${group}: {${own.map(rowOf).join("")}},`)
      .join("\n")}};`,
    "",
  ].join("\n\n");
}

/** The operation with the shared responses that it refers to. */
function withResponses(operation: Operation<Content | Reference>, shared: Readonly<Record<string, Content>>): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]): [string, Content] => {
    if (!("$ref" in response)) return [status, response];
    const found = shared[response.$ref.replace("#/components/responses/", "")];
    if (!found) throw new Error(`${operation.operationId} refers to ${response.$ref}, which is not described.`);
    return [status, found];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

function describe(method: string, path: string, operation: Operation): Described {
  const { operationId: id, parameters, requestBody, responses } = operation;
  const body = jsonOf(requestBody);
  const taken = parameters.map(({ name, required, schema, description, style }) => ({
    ...{ name, optional: !required, type: style === "deepObject" ? "Where" : typeOf(schema), description },
  }));
  const sent = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    ...{ name, optional: !body?.required?.includes(name), type: typeOf(schema), description: schema.description },
  }));
  // The one operation with a body that the description does not define: signed bytes.
  const signed = ["body", "signature"].map((name) => ({ name, optional: false, type: name === "body" ? "string | Uint8Array" : "string" }));
  const input = [...taken, ...sent, ...(method === "post" && !body ? signed : [])];
  if (new Set(input.map(({ name }) => name)).size < input.length) throw new Error(`${id} takes two members of one name.`);
  if (body && parameters.some((parameter) => parameter.in === "query")) throw new Error(`${id} takes both a query and a body.`);
  const security = operation.security.map((all) => Object.keys(all).sort().join("+")).join(" ");
  const access = (
    {
      "": "none",
      apiKey: "key",
      customerToken: "token",
      "apiKey customerToken": "keyOrToken",
      "apiKey apiKey+customerToken": "keyMaybeToken",
    } as const
  )[security];
  if (!access) throw new Error(`${id} asks for credentials that the client does not know: ${security}.`);
  const codes = Object.values(responses).flatMap(({ content }) => Object.keys(content?.["application/problem+json"]?.examples ?? {}));
  return {
    ...operation,
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (whole, name: string) => (severalSegments.has(`${id} ${name}`) ? `{+${name}}` : whole)),
    access,
    codes: [...new Set(codes)].sort(),
    input,
  };
}

/** One line of the table: absent means false. */
function rowOf({ operationId, method, path, access, input, codes, requestBody }: Described): string {
  const names = input.map(({ name }) => name);
  const flags = [
    ...(names.includes("page") ? ["paged"] : []),
    ...(names.includes("locale") ? ["localized"] : []),
    ...(codes.includes("idempotency_in_progress") ? ["idempotent"] : []),
    ...(method === "POST" && !requestBody ? ["signed"] : []),
  ];
  const members = [`method: "${method}"`, `path: "${path}"`, `access: "${access}"`, ...flags.map((flag) => `${flag}: true`)];
  return `${operationId}: { ${members.join(", ")} },`;
}

function groupInterface(group: string, own: Described[], open: Set<string>): string {
  const methods = own.map((operation) => {
    const { operationId: id, input, codes, summary, description } = operation;
    const said = comment(`${summary}.${description ? ` ${description}` : ""}`);
    const { value, isList, generic } = answerType(operation, open);
    const options = codes.includes("idempotency_in_progress") ? "IdempotentCallOptions" : "CallOptions";
    const optional = input.every((member) => member.optional) ? "?" : "";
    const parameters = `(input${optional}: ${input.length > 0 ? `${capital(id)}Input` : "NoInput"}, options?: ${options})`;
    const answer = `Call<${isList ? `List<${value}>` : value}, "${id}">`;
    if (!isList || !input.some(({ name }) => name === "page")) return `${said}${id}${generic}${parameters}: ${answer};`;
    const all = `/** The items of every page from \`page\` on, a hundred a request unless \`pageSize\` says otherwise. */\nall${generic}${parameters}: AsyncGenerator<${value}, void, undefined>;`;
    return `${said}readonly ${id}: {${generic}${parameters}: ${answer};\n${all}};`;
  });
  return `export interface ${capital(group)}Operations {${methods.join("\n")}}`;
}

function answerType(operation: Described, open: Set<string>): { value: string; isList: boolean; generic: string } {
  const { data, isList } = successOf(operation);
  const name = data.$ref ? nameOf(data.$ref) : `${capital(operation.operationId)}Answer`;
  const generic = open.has(name) ? "<Data = Record<string, unknown>>" : "";
  return { value: generic ? `${name}<Data>` : name, isList, generic };
}

/** The result of a method: the data in the envelope; for a list the whole envelope. */
function successOf({ operationId, responses }: Operation): { data: Schema; isList: boolean } {
  const schema = jsonOf(Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1]);
  if (!schema) throw new Error(`${operationId} has no response.`);
  const { data, total } = schema.properties ?? {};
  // Of alternatives the first: the others are for requests that name the members to answer.
  return total && data?.items ? { data: data.items.anyOf?.[0] ?? data.items, isList: true } : { data: data ?? schema, isList: false };
}

function answerOf(operation: Described): string {
  const { data } = successOf(operation);
  return data.$ref
    ? ""
    : `export interface ${capital(operation.operationId)}Answer ${isFree(data) ? "{ [name: string]: unknown }" : typeOf(data)}`;
}

function inputOf({ operationId, input }: Described): string {
  if (input.length === 0) return "";
  const members = input.map(({ name, optional, type, description }) =>
    // `undefined` counts as absent, so that an optional value can be passed on unchanged.
    [comment(description), name, optional ? `?: ${type} | undefined;` : `: ${type};`].join(""),
  );
  return `export interface ${capital(operationId)}Input {${members.join("\n")}}`;
}

/** The problems of each operation, with names for shared groups. */
function codesOf(operations: readonly Described[]): string[] {
  const shared = (some: readonly Described[], but: readonly string[] = []) =>
    (some[0]?.codes ?? []).filter((code) => some.every(({ codes }) => codes.includes(code)) && !but.includes(code));
  const common = shared(operations);
  const sets: [string, string, string[]][] = [
    ["CommonCode", "Every operation can return these.", common],
    [
      "BodyCode",
      "Operations that take a body.",
      shared(
        operations.filter(({ requestBody }) => requestBody),
        common,
      ),
    ],
    [
      "KeyCode",
      "Operations that take the key.",
      shared(
        operations.filter(({ access }) => access === "key"),
        common,
      ),
    ],
    [
      "TokenCode",
      "Operations of a customer.",
      shared(
        operations.filter(({ access }) => access === "token"),
        common,
      ),
    ],
  ];
  const rows = operations.map(({ operationId, codes }) => {
    const has = sets.filter(([, , set]) => set.every((code) => codes.includes(code)));
    const rest = codes.filter((code) => !has.some(([, , set]) => set.includes(code)));
    return `${operationId}: ${[...has.map(([name]) => name), ...rest.map((code) => `"${code}"`)].join(" | ")};`;
  });
  return [
    ...sets.map(([name, said, set]) => `${comment(said)}export type ${name} = ${union(set)};`),
    `/** The codes of the problems that each operation can return. */\nexport interface OperationCodes {${rows.join("\n")}}`,
  ];
}

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.content?.["application/json"]?.schema;
}

function groupOf(tag: string): string {
  return tag === "Catalogue" ? "catalog" : tag.toLowerCase();
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
