import type { AdminAccess } from "../../../lib/http/operation.ts";

/** A schema of the description. References lead to `#/components/schemas/…`. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  pattern?: string;
  [limit: `${"min" | "max"}${string}`]: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
}

export type Access = "none" | "key" | "token" | "keyOrToken" | "keyMaybeToken" | AdminAccess;

export interface ProblemWords {
  code: string;
  status: number;
  title: string;
}

/** An operation as the page shows it. */
export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string | undefined;
  access: Access;
  /** In the admin API: what a member needs, and the roles that have it. */
  permission: { name: string; roles: readonly string[] } | undefined;
  needsRecentSignIn: boolean;
  parameters: readonly Parameter[];
  body: Schema | undefined;
  status: number;
  /** Absent: the success has no body. */
  response: Schema | undefined;
  /** Those that not every operation has. */
  problems: readonly ProblemWords[];
}

export interface ApiReference {
  title: string;
  version: string;
  description: string;
  /** Groups with operations only. */
  groups: readonly { name: string; description: string; operations: readonly ReferenceOperation[] }[];
  schemas: Readonly<Record<string, Schema>>;
  problems: readonly ProblemWords[];
  /** Of every operation. */
  commonProblems: readonly ProblemWords[];
}

interface Content {
  content?: Readonly<Record<string, { schema: Schema; examples?: Readonly<Record<string, unknown>> }>>;
}

interface Described {
  operationId: string;
  tags: readonly [string];
  summary: string;
  description?: string;
  security: readonly object[];
  "x-access"?: AdminAccess;
  "x-permission"?: string;
  "x-roles"?: readonly string[];
  "x-recent-sign-in"?: boolean;
  parameters: readonly Parameter[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content & { $ref?: string }>>;
}

interface Document {
  info: { title: string; version: string; description: string };
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, Content>>;
    examples: Readonly<Record<string, { value: ProblemWords }>>;
  };
}

const accessBySecurity: Readonly<Record<string, Access>> = {
  "": "none",
  apiKey: "key",
  customerToken: "token",
  "apiKey|customerToken": "keyOrToken",
  "apiKey|apiKey+customerToken": "keyMaybeToken",
};

/** The parts of an OpenAPI description of ours that the page shows, in the order of its tags. Throws for a credential it cannot explain. */
export function readDescription(description: object): ApiReference {
  const { info, tags, paths, components } = description as Document;
  const codesOf = new Map<string, readonly string[]>();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const codes = Object.values(described.responses).flatMap(({ $ref }) => codesBehind($ref, components.responses));
      codesOf.set(described.operationId, codes);
      return operationOf(path, method, described);
    }),
  );
  const problemOf = (code: string): ProblemWords => {
    const { status, title } = components.examples[code]?.value ?? { status: 0, title: "" };
    return { code, status, title };
  };
  const all = Object.keys(components.examples).sort().map(problemOf);
  const isCommon = ({ code }: ProblemWords) => [...codesOf.values()].every((codes) => codes.includes(code));
  const withProblems = operations.map((operation): ReferenceOperation => {
    const ownProblems = all.filter((one) => codesOf.get(operation.id)?.includes(one.code) && !isCommon(one));
    return { ...operation, problems: ownProblems.sort((a, b) => a.status - b.status) };
  });
  return {
    title: info.title,
    version: info.version,
    description: info.description,
    schemas: components.schemas,
    groups: tags
      .map((tag) => ({ ...tag, operations: withProblems.filter((operation) => operation.tag === tag.name) }))
      .filter((group) => group.operations.length > 0),
    problems: all,
    commonProblems: all.filter(isCommon),
  };
}

function operationOf(path: string, method: string, described: Described): Omit<ReferenceOperation, "problems"> {
  const { operationId: id, tags, summary, description, parameters, requestBody, responses } = described;
  const security = described.security.map((all) => Object.keys(all).sort().join("+")).join("|");
  const access = described["x-access"] ?? accessBySecurity[security];
  if (!access) throw new Error(`${id} takes a credential that the reference cannot explain: ${security}.`);
  // The lowest status comes first.
  const [status = "200", success] = Object.entries(responses)[0] ?? [];
  const permission = described["x-permission"];
  return {
    id,
    path,
    method: method.toUpperCase(),
    tag: tags[0],
    summary,
    description,
    access,
    parameters,
    body: requestBody?.content?.["application/json"]?.schema,
    status: Number(status),
    response: success?.content?.["application/json"]?.schema,
    permission: permission === undefined ? undefined : { name: permission, roles: described["x-roles"] ?? [] },
    needsRecentSignIn: described["x-recent-sign-in"] === true,
  };
}

function codesBehind(reference: string | undefined, responses: Document["components"]["responses"]): string[] {
  const shared = responses[nameIn(reference ?? "")];
  return Object.keys(shared?.content?.["application/problem+json"]?.examples ?? {});
}

/** The name at the end of a reference. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
