/** Writes client/src/generated.ts: the types of the SDK, and the table for its one `call`, from the API description. */
import * as parts from "./client-parts.ts";
import { componentOf, isFree, nameOf, typeOf, type Schema } from "./schema-types.ts";

interface Described extends parts.PlacedOperation {
  access: "none" | "key" | "token" | "keyOrToken" | "keyMaybeToken";
  input: parts.InputMember[];
}

// `{+slug}` as RFC 6570 has it: a slash in it stays one.
const severalSegments = new Set(["getPage slug"]);

export function clientSource(description: parts.ApiDescription, problems: readonly parts.DeclaredProblem[]): string {
  const operations = parts.operationsOf(description).map(describe);
  const groups = parts.byGroup(operations);
  const { Problem, ...schemas } = description.components.schemas;
  const open = new Set(Object.keys(schemas).filter((name) => isFree(schemas[name]?.properties?.data)));
  return [
    "// Written by `npm run generate` from openapi.json. Change the server, and not this file.",
    'import type { Call, CallOptions, IdempotentCallOptions, List, Operation, Where } from "./operation.ts";',
    "",
    "/** No input. */\nexport type NoInput = Record<string, never>;",
    ...Object.entries(schemas).map(([name, schema]) => componentOf(name, schema, open)),
    ...operations.flatMap((operation) => [parts.inputInterface(operation.operationId, operation.input), answerOf(operation)]),
    ...parts.problemTypes(Problem, problems),
    ...parts.codesOf(operations, sharedCodes),
    ...[...groups].map(([group, groupOperations]) =>
      parts.groupInterface(
        group,
        groupOperations.map((operation) => methodOf(operation, open)),
      ),
    ),
    ...parts.tableOf(groups, "Operation", rowOf),
    "",
  ].join("\n\n");
}

const sharedCodes: readonly parts.SharedCodes<Described>[] = [
  ["CommonCode", "Every operation can return these.", () => true],
  ["BodyCode", "Operations that take a body.", ({ requestBody }) => requestBody !== undefined],
  ["KeyCode", "Operations that take the key.", ({ access }) => access === "key"],
  ["TokenCode", "Operations of a customer.", ({ access }) => access === "token"],
];

function describe(operation: parts.PlacedOperation): Described {
  const { operationId: id, parameters, requestBody, method, path } = operation;
  const body = parts.jsonOf(requestBody);
  const inAddress = parameters.filter((parameter) => parameter.in !== "header");
  const taken = inAddress.map(({ name, required, schema, description, style }) => ({
    name,
    optional: !required,
    type: style === "deepObject" ? "Where" : typeOf(schema),
    description,
  }));
  const sent = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    optional: !body?.required?.includes(name),
    type: typeOf(schema) + (takesFiles(operation) ? " | FormData" : ""),
    description: schema.description,
  }));
  // The one operation with a body that the description does not define: signed bytes.
  const signed = ["body", "signature"].map((name) => ({ name, optional: false, type: name === "body" ? "string | Uint8Array" : "string" }));
  const input = [...taken, ...sent, ...(method === "POST" && !body ? signed : [])];
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
  return {
    ...operation,
    path: path.replace(/\{(\w+)\}/g, (whole, name: string) => (severalSegments.has(`${id} ${name}`) ? `{+${name}}` : whole)),
    access,
    input,
  };
}

/** Whether the one member of the body may also be sent as parts, among them files. */
function takesFiles({ requestBody }: parts.PlacedOperation): boolean {
  return requestBody?.content?.["multipart/form-data"] !== undefined;
}

/** One line of the table: what is absent is false, and the access the key alone. */
function rowOf(operation: Described): string {
  const { operationId, method, path, access, input, codes, parameters, requestBody } = operation;
  const names = input.map(({ name }) => name);
  const flags = [
    ...(names.includes("page") ? ["paged"] : []),
    ...(names.includes("locale") ? ["localized"] : []),
    ...(parameters.some(({ name }) => name === "x-preview") ? ["published"] : []),
    ...(codes.includes("idempotency_in_progress") ? ["idempotent"] : []),
    ...(method === "POST" && !requestBody ? ["signed"] : []),
    ...(takesFiles(operation) ? ["files"] : []),
  ];
  const taken = access === "key" ? [] : [`access: "${access}"`];
  const members = [`method: "${method}"`, `path: "${path}"`, ...taken, ...flags.map((flag) => `${flag}: true`)];
  return `${operationId}: { ${members.join(", ")} },`;
}

function methodOf(operation: Described, open: Set<string>): parts.Method {
  const { operationId: id, input, codes, summary, description } = operation;
  const { data, isList } = successOf(operation);
  const name = data.$ref ? nameOf(data.$ref) : `${parts.capital(id)}Answer`;
  const generic = open.has(name) ? "<Data = Record<string, unknown>>" : "";
  return {
    id,
    summary,
    description,
    generic,
    isList,
    isPaged: isList && input.some((member) => member.name === "page"),
    input: input.length > 0 ? `${parts.capital(id)}Input` : "NoInput",
    needsInput: !input.every((member) => member.optional),
    isIdempotent: codes.includes("idempotency_in_progress"),
    value: generic ? `${name}<Data>` : name,
  };
}

/** The result of a method: the data in the envelope; for a list the whole envelope. */
function successOf({ operationId, responses }: parts.PlacedOperation): { data: Schema; isList: boolean } {
  const schema = parts.jsonOf(Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1]);
  if (!schema) throw new Error(`${operationId} has no response.`);
  const { data, total } = schema.properties ?? {};
  // Of alternatives the first: the others are for requests that name the members to answer.
  return total && data?.items ? { data: data.items.anyOf?.[0] ?? data.items, isList: true } : { data: data ?? schema, isList: false };
}

function answerOf(operation: Described): string {
  const { data } = successOf(operation);
  return data.$ref
    ? ""
    : `export interface ${parts.capital(operation.operationId)}Answer ${isFree(data) ? "{ [name: string]: unknown }" : typeOf(data)}`;
}
