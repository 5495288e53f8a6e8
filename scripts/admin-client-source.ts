/** Writes client/src/admin-generated.ts: the types of the admin client, and the table for its one `callAdmin`, from the API description. */
import * as parts from "./client-parts.ts";
import { componentOf, isFree, nameOf, typeOf, type Schema } from "./schema-types.ts";

interface Described extends parts.PlacedOperation {
  input: parts.InputMember[];
  /** How the body is given: by its members, or as one. */
  sends: "members" | "form" | "csv" | "yaml" | "body" | undefined;
  /** The types of its successes, without the envelope; none: no body. */
  answers: string[];
  isList: boolean;
  /** The answer has a revision in its ETag alone. */
  isTagged: boolean;
}

export function adminClientSource(description: parts.ApiDescription, problems: readonly parts.DeclaredProblem[]): string {
  const { Problem, ...schemas } = description.components.schemas;
  const placedOperations = parts
    .operationsOf(description)
    .filter((operation) => !streams(operation) && operation["x-protocol"] === undefined);
  const revised = new Set(placedOperations.filter(isConditional).map(({ path }) => path));
  const operations = placedOperations.map((operation) => describe(operation, schemas, revised.has(operation.path)));
  const groups = parts.byGroup(operations);
  const body = [
    "/** No input. */\nexport type NoInput = Record<string, never>;",
    ...Object.entries(schemas).map(([name, schema]) => componentOf(name, schema, new Set())),
    webhookEventOf(description),
    ...operations.flatMap((operation) => [parts.inputInterface(operation.operationId, operation.input), answerOf(operation)]),
    ...parts.problemTypes(Problem, problems),
    ...parts.codesOf(operations, sharedCodes),
    ...[...groups].map(([group, groupOperations]) => parts.groupInterface(group, groupOperations.map(methodOf))),
    ...parts.tableOf(groups, "AdminOperation", rowOf),
    "",
  ].join("\n\n");
  const imported = (names: string[], from: string) =>
    `import type { ${names.filter((name) => new RegExp(`\\b${name}\\b`).test(body)).join(", ")} } from "${from}";`;
  return [
    "// Written by `npm run generate` from admin-openapi.json. Change the server, and not this file.\n",
    imported(["AdminOperation", "Call", "Revised"], "./admin-operation.ts"),
    imported(["CallOptions", "IdempotentCallOptions", "List"], "./operation.ts"),
    `\n${body}`,
  ].join("\n");
}

/** The bodies of all webhooks as one type, which `type` tells apart. */
function webhookEventOf({ webhooks = {} }: parts.ApiDescription): string {
  const bodies = Object.values(webhooks).flatMap(({ post }) => parts.jsonOf(post.requestBody) ?? []);
  return `/** A delivery to a webhook. */\nexport type WebhookEvent = ${bodies.map(typeOf).join(" | ")};`;
}

/** A stream has a method that is written by hand, and rows and files are for a link that downloads them. */
function streams({ responses }: parts.PlacedOperation): boolean {
  const { content = {} } = responses["200"] ?? {};
  return ["text/event-stream", "text/csv", "application/octet-stream"].some((type) => type in content);
}

const isOfSite = ({ path }: parts.PlacedOperation) => path.includes("{siteSlug}");
const changes = ({ method }: parts.PlacedOperation) => method !== "GET";

const sharedCodes: readonly parts.SharedCodes<Described>[] = [
  ["CommonCode", "Every operation can return these.", () => true],
  ["BodyCode", "Operations that take a body.", ({ requestBody }) => requestBody !== undefined],
  ["PersonCode", "Operations of somebody who is signed in.", ({ security }) => security.length > 0],
  ["SiteCode", "Operations of a site.", isOfSite],
  ["ChangeCode", "Operations that change a site.", (operation) => isOfSite(operation) && changes(operation)],
  ["RevisionCode", "Operations that change something with a revision.", isConditional],
];

function isConditional({ parameters }: parts.PlacedOperation): boolean {
  return parameters.some(({ name }) => name === "If-Match");
}

function creates({ parameters }: parts.PlacedOperation): boolean {
  return parameters.some(({ name }) => name === "If-None-Match");
}

function describe(operation: parts.PlacedOperation, schemas: Record<string, Schema>, isRevised: boolean): Described {
  const { responses } = operation;
  const successes = Object.entries(responses).flatMap(([status, response]) => (status.startsWith("2") ? [parts.jsonOf(response)] : []));
  const envelopes = successes.filter((schema) => schema !== undefined);
  const isList = envelopes.some(({ properties = {} }) => Boolean(properties.total && properties.data?.items));
  const data = envelopes.map((schema) => (isList ? schema.properties?.data?.items : schema.properties?.data) ?? schema);
  const hasOwnRevision = data.every((schema) => "revision" in (resolved(schema, schemas).properties ?? {}));
  return {
    ...operation,
    ...inputOf(operation, schemas),
    answers: [...new Set(data.map((schema) => (isFree(schema) ? "{ [name: string]: unknown }" : typeOf(schema))))],
    isList,
    isTagged: isRevised && data.length > 0 && !isList && !hasOwnRevision,
  };
}

/** The members of the input: parameters, revision, and those of the body; or the body as one, if its members are free or named as a parameter. */
function inputOf(operation: parts.PlacedOperation, schemas: Record<string, Schema>): Pick<Described, "input" | "sends"> {
  const { parameters, requestBody } = operation;
  const body = parts.jsonOf(requestBody);
  const taken = parameters
    .filter((parameter) => parameter.in !== "header")
    .map(({ name, required, schema, description }): parts.InputMember => {
      if (name === "siteSlug") return { name, optional: true, type: "string", description: "Absent: the site of the client." };
      return { name, optional: !required, type: typeOf(schema), description };
    });
  const seen = `The revision that you have seen${creates(operation) ? '; `"new"` creates, and only creates' : ""}.`;
  const revision = { name: "revision", optional: false, type: creates(operation) ? 'number | "new"' : "number", description: seen };
  const ownMembers = [...taken, ...(isConditional(operation) ? [revision] : [])];
  const form = requestBody?.content?.["multipart/form-data"]?.schema;
  if (form) return { input: [...ownMembers, ...membersOf(form)], sends: "form" };
  if (requestBody?.content?.["text/csv"]) {
    const csv = { name: "csv", optional: false, type: "string | Blob", description: "The file." };
    return { input: [...ownMembers, csv], sends: "csv" };
  }
  if (!body) return { input: ownMembers, sends: undefined };
  // A revision is said once, for the header and for the body.
  const members = membersOf(resolved(body, schemas)).filter(({ name }) => !(name === "revision" && isConditional(operation)));
  const isPlain =
    resolved(body, schemas).properties !== undefined && !members.some(({ name }) => ownMembers.some((one) => one.name === name));
  if (isPlain) return { input: [...ownMembers, ...members], sends: "members" };
  const isAlsoYaml = requestBody?.content?.["application/yaml"] !== undefined;
  const type = isAlsoYaml ? `${typeOf(body)} | string | Blob` : typeOf(body);
  const description = isAlsoYaml ? "A text, and the text of a file, is YAML or JSON." : undefined;
  return { input: [...ownMembers, { name: "body", optional: false, type, description }], sends: isAlsoYaml ? "yaml" : "body" };
}

function membersOf({ properties = {}, required = [] }: Pick<Schema, "properties" | "required">): parts.InputMember[] {
  return Object.entries(properties).map(([name, schema]) => {
    return { name, optional: !required.includes(name), type: typeOf(schema), description: schema.description };
  });
}

function resolved(schema: Schema, schemas: Record<string, Schema>): Schema {
  return schema.$ref ? (schemas[nameOf(schema.$ref)] ?? schema) : schema;
}

/** One line of the table: what is absent is false. */
function rowOf(operation: Described): string {
  const { operationId, method, path, parameters, security, codes, sends, isList, isTagged } = operation;
  const queries = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const members = [
    ...[`method: "${method}"`, `path: "${path}"`],
    ...(security.length === 0 ? ["open: true"] : []),
    ...(isList && queries.includes("page") ? ["paged: true"] : []),
    ...(codes.includes("idempotency_in_progress") ? ["idempotent: true"] : []),
    ...(isConditional(operation) ? ["conditional: true"] : []),
    ...(isTagged ? ["tagged: true"] : []),
    ...(method !== "GET" && queries.length > 0 ? [`query: ${JSON.stringify(queries)}`] : []),
    ...(sends ? [`sends: "${sends}"`] : []),
  ];
  return `${operationId}: { ${members.join(", ")} },`;
}

function methodOf(operation: Described): parts.Method {
  const { operationId: id, input, codes, summary, description, isList, isTagged } = operation;
  const value = valueOf(operation);
  return {
    id,
    summary,
    description,
    isList,
    generic: "",
    isPaged: isList && input.some((member) => member.name === "page"),
    input: input.length > 0 ? `${parts.capital(id)}Input` : "NoInput",
    needsInput: !input.every((member) => member.optional),
    isIdempotent: codes.includes("idempotency_in_progress"),
    value: isTagged ? `Revised<${value}>` : value,
  };
}

/** The name of the result's type: a component's, or one that is written for the operation. */
function valueOf({ operationId, answers }: Described): string {
  const [only = "void", ...others] = answers;
  return others.length === 0 && /^\w+$/.test(only) ? only : `${parts.capital(operationId)}Answer`;
}

function answerOf(operation: Described): string {
  const { operationId, answers } = operation;
  const name = `${parts.capital(operationId)}Answer`;
  if (valueOf(operation) !== name) return "";
  const [only = "", ...others] = answers;
  return others.length === 0 && only.startsWith("{") ? `export interface ${name} ${only}` : `export type ${name} = ${answers.join(" | ")};`;
}
