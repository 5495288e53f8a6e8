/** The parts of the clients of both APIs: the operations of a description, and the types of their input, problems and methods. */
import { comment, objectOf, union, type Schema } from "./schema-types.ts";

export interface Content {
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}

interface Reference {
  $ref: string;
}

interface Operation<Response> {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters: {
    name: string;
    in: "path" | "query" | "header";
    required: boolean;
    description?: string;
    style?: string;
    schema: Schema;
  }[];
  requestBody?: Content;
  responses: Record<string, Response>;
  /** Clients of that protocol call it. */
  "x-protocol"?: string;
}

export interface ApiDescription {
  paths: Record<string, Record<string, Operation<Content | Reference>>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> };
  webhooks?: Record<string, { post: { requestBody?: Content } }>;
}

/** An operation with its place, and with the shared responses that it refers to. */
export interface PlacedOperation extends Operation<Content> {
  method: string;
  path: string;
  codes: string[];
}

/** A problem as the code declares it: the description does not have the further members by code. */
export interface DeclaredProblem {
  code: string;
  extensions: Readonly<Record<string, object>>;
}

export interface InputMember {
  name: string;
  optional: boolean;
  type: string;
  description?: string | undefined;
}

/** An operation, as a method of the client. */
export interface Method {
  id: string;
  summary: string;
  description?: string | undefined;
  generic: string;
  /** The type of the input. */
  input: string;
  needsInput: boolean;
  isIdempotent: boolean;
  /** The type of the result, or of one of its items. */
  value: string;
  isList: boolean;
  isPaged: boolean;
}

// Returned outside of operations.
const codesOfNoOperation = ["method_not_allowed", "route_not_found"];

export function operationsOf({ paths, components }: ApiDescription): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const responses = responsesOf(operation, components.responses);
      const codes = Object.values(responses).flatMap(({ content }) => Object.keys(content?.["application/problem+json"]?.examples ?? {}));
      return { ...operation, responses, path, method: method.toUpperCase(), codes: [...new Set(codes)].sort() };
    }),
  );
}

function responsesOf(
  { operationId, responses }: Operation<Content | Reference>,
  shared: Readonly<Record<string, Content>>,
): Record<string, Content> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]): [string, Content] => {
      if (!("$ref" in response)) return [status, response];
      const sharedResponse = shared[response.$ref.replace("#/components/responses/", "")];
      if (!sharedResponse) throw new Error(`${operationId} refers to ${response.$ref}, which is not described.`);
      return [status, sharedResponse];
    }),
  );
}

export function byGroup<One extends PlacedOperation>(operations: readonly One[]): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const operation of operations) {
    const group = groupOf(operation.tags[0]);
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  return groups;
}

function groupOf(tag: string): string {
  return tag === "Catalogue" ? "catalog" : tag.toLowerCase().replace(/ (\w)/g, (_space, letter: string) => letter.toUpperCase());
}

export function inputInterface(operationId: string, input: readonly InputMember[]): string {
  if (input.length === 0) return "";
  const members = input.map(({ name, optional, type, description }) =>
    // `undefined` counts as absent, so that an optional value can be passed on unchanged.
    [comment(description), name, optional ? `?: ${type} | undefined;` : `: ${type};`].join(""),
  );
  return `export interface ${capital(operationId)}Input {${members.join("\n")}}`;
}

/** The codes of all problems, and their further members. */
export function problemTypes(problem: Schema | undefined, problems: readonly DeclaredProblem[]): string[] {
  const codes = [...new Set([...((problem?.properties?.code?.enum ?? []) as string[]), ...codesOfNoOperation])].sort();
  const members = problems
    .filter(({ code, extensions }) => codes.includes(code) && Object.keys(extensions).length > 0)
    .map(({ code, extensions }) => `${code}: ${objectOf({ properties: extensions, required: Object.keys(extensions) })};`);
  return [
    `/** The \`code\` of every problem that the server returns. */\nexport type ProblemCode = ${union(codes)};`,
    `/** The members that a problem has besides the common ones. */\nexport interface ProblemMembers {${members.join("\n")}}`,
  ];
}

/** The codes that some operations share, under a name. */
export type SharedCodes<One> = readonly [name: string, said: string, has: (operation: One) => boolean];

/** The problems of each operation, with names for shared groups; the first group is of all operations. */
export function codesOf<One extends PlacedOperation>(operations: readonly One[], groups: readonly SharedCodes<One>[]): string[] {
  const shared = (has: (operation: One) => boolean) => {
    const [first, ...others] = operations.filter(has);
    return (first?.codes ?? []).filter((code) => others.every(({ codes }) => codes.includes(code)));
  };
  const common = shared(() => true);
  const sets = groups.map(([name, said, has], index) => {
    const codes = shared(has).filter((code) => index === 0 || !common.includes(code));
    return { name, said, codes };
  });
  const rows = operations.map(({ operationId, codes }) => {
    const has = sets.filter((set) => set.codes.length > 0 && set.codes.every((code) => codes.includes(code)));
    const rest = codes.filter((code) => !has.some((set) => set.codes.includes(code)));
    return `${operationId}: ${[...has.map(({ name }) => name), ...rest.map((code) => `"${code}"`)].join(" | ")};`;
  });
  return [
    ...sets.map(({ name, said, codes }) => `${comment(said)}export type ${name} = ${union(codes) || "never"};`),
    `/** The codes of the problems that each operation can return. */\nexport interface OperationCodes {${rows.join("\n")}}`,
  ];
}

export function groupInterface(group: string, methods: readonly Method[]): string {
  const signatures = methods.map(({ id, summary, description, generic, input, needsInput, isIdempotent, value, isList, isPaged }) => {
    const said = comment(`${summary}.${description ? ` ${description}` : ""}`);
    const parameters = `(input${needsInput ? "" : "?"}: ${input}, options?: ${isIdempotent ? "IdempotentCallOptions" : "CallOptions"})`;
    const answer = `Call<${isList ? `List<${value}>` : value}, "${id}">`;
    if (!isPaged) return `${said}${id}${generic}${parameters}: ${answer};`;
    const all = `/** The items of every page from \`page\` on, a hundred a request unless \`pageSize\` says otherwise. */\nall${generic}${parameters}: AsyncGenerator<${value}, void, undefined>;`;
    return `${said}readonly ${id}: {${generic}${parameters}: ${answer};\n${all}};`;
  });
  return `export interface ${capital(group)}Operations {${signatures.join("\n")}}`;
}

/** All groups as one interface, and the table of their rows, of the type. */
export function tableOf<One extends PlacedOperation>(
  groups: Map<string, One[]>,
  type: string,
  rowOf: (operation: One) => string,
): string[] {
  return [
    `/** Every operation of the API, in its group, under its \`operationId\`. */\nexport interface Operations {${[...groups.keys()]
      .map((group) => `readonly ${group}: ${capital(group)}Operations;`)
      .join("\n")}}`,
    `export const operations: Readonly<Record<keyof Operations, Readonly<Record<string, ${type}>>>> = {${[...groups]
      .map(([group, groupOperations]) => `${group}: {${groupOperations.map(rowOf).join("")}},`)
      .join("\n")}};`,
  ];
}

export function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.content?.["application/json"]?.schema;
}

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
