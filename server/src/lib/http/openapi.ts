import type { TObject } from "typebox";
import { rolesWith } from "../admin/roles.ts";
import { previewHeader } from "../published/previewed-reads.ts";
import { isAdminAccess, type Access, type OperationSpec } from "./operation.ts";
import { problemTypeBase, type Problem } from "./problem.ts";

export interface OpenApiOptions {
  publicUrl: string;
  version: string;
  /** Beside the version and the license. */
  info: Json;
  securitySchemes: Json;
  tags: readonly { name: string; description: string }[];
  /** All problems, also those outside of operations. */
  problems: readonly Problem[];
  /** The requests that the server sends to others, by name. */
  webhooks?: readonly { type: string; summary: string; schema: TObject }[];
}

export type Json = Record<string, unknown>;

const securityOf: Readonly<Record<Access, readonly Json[]>> = {
  none: [],
  key: [{ apiKey: [] }],
  keyOrToken: [{ apiKey: [] }, { customerToken: [] }],
  keyMaybeToken: [{ apiKey: [] }, { apiKey: [], customerToken: [] }],
  token: [{ customerToken: [] }],
  signIn: [],
  pendingSecondFactor: [{ session: [] }],
  admin: [{ session: [] }, { accessToken: [] }],
  session: [{ session: [] }],
  member: [{ session: [] }, { accessToken: [] }],
  operator: [{ session: [] }, { accessToken: [] }],
};

/**
 * An OpenAPI 3.1 document, made from the same schemas that validate. Schemas with an `$id` become components, and so do the
 * responses for problems, each under the codes that it may have: most operations share them.
 */
export function openApiDocument(operations: readonly OperationSpec[], options: OpenApiOptions): Json {
  const schemas: Json = { Problem: problemSchema(options.problems) };
  const responses: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { id, method, tags, summary, description, params, query, requestHeaders, protocol, access, problems } = operation;
    // OpenAPI cannot express a parameter of several segments.
    const path = operation.path.replace("{+", "{");
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: id,
      tags,
      summary,
      ...(description ? { description } : {}),
      security: securityOf[access],
      ...accessExtensions(operation),
      ...(protocol ? { "x-protocol": protocol } : {}),
      parameters: [
        ...[...parametersOf(params, "path", schemas), ...parametersOf(query, "query", schemas)],
        ...parametersOf(requestHeaders, "header", schemas),
        ...headersOf(operation),
      ],
      ...requestBodyOf(operation, schemas),
      responses: { ...successes(operation, schemas), ...failures(problems, responses) },
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Vitrine",
      version: options.version,
      ...options.info,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: options.publicUrl }],
    tags: options.tags,
    paths,
    ...(options.webhooks && { webhooks: webhooksOf(options.webhooks, schemas) }),
    components: {
      securitySchemes: options.securitySchemes,
      schemas,
      responses,
      examples: Object.fromEntries(
        operations.flatMap(({ problems }) => problems).map((problem) => [problem.code, { value: exampleOf(problem) }]),
      ),
    },
  };
}

function webhooksOf(webhooks: NonNullable<OpenApiOptions["webhooks"]>, schemas: Json): Json {
  const header = (name: string, description: string) => ({ name, in: "header", required: true, description, schema: { type: "string" } });
  const parameters = [
    header("webhook-id", "The ID of the event: the same at each try, so that it can be recognised."),
    header("webhook-timestamp", "The time of this try, in seconds since 1970."),
    header("webhook-signature", "One or two signatures by Standard Webhooks 1.0: `v1,…`."),
  ];
  return Object.fromEntries(
    webhooks.map(({ type, summary, schema }) => {
      const content = { "application/json": { schema: asComponents(schema, schemas) } };
      const responses = {
        "2XX": { description: "The delivery succeeded, if the response comes within ten seconds." },
        "4XX": { description: "The delivery failed, as with any other status, and is tried again; 410 disables the webhook." },
      };
      const operationId = `deliver ${type}`.replaceAll(/[ .](\w)/g, (_all, letter: string) => letter.toUpperCase());
      return [
        type,
        {
          post: { operationId, tags: ["Webhooks"], summary, security: [], parameters, requestBody: { required: true, content }, responses },
        },
      ];
    }),
  );
}

/** How an operation of the admin API decides who may call it. */
function accessExtensions({ access, permission, recentSignIn }: OperationSpec): Json {
  if (!isAdminAccess(access)) return {};
  return {
    "x-access": access,
    ...(permission ? { "x-permission": permission, "x-roles": rolesWith(permission) } : {}),
    ...(recentSignIn ? { "x-recent-sign-in": true } : {}),
  };
}

/** The headers by which a request says more than by its parameters. */
function headersOf({ conditional, published, streams }: OperationSpec): Json[] {
  const header = (name: string, required: boolean, description: string, examples: string[]) => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string", examples },
  });
  if (published)
    return [header(previewHeader, false, "The token of a release's preview, for the answer as it will be after the release.", ["pv_…"])];
  if (streams === "text/event-stream")
    return [
      header("last-event-id", false, "The ID of the last event that you received. The stream continues after it.", ["mhx1abcd/1/741:741:"]),
    ];
  if (!conditional) return [];
  const creates = conditional === "changeOrCreate";
  return [
    header("If-Match", !creates, "The ETag of the revision that is changed.", ['"7"']),
    ...(creates ? [header("If-None-Match", false, "Creates, and only creates; instead of `If-Match`.", ["*"])] : []),
  ];
}

function parametersOf(schema: TObject | undefined, place: "path" | "query" | "header", schemas: Json): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, declared]) => {
    const { description, ...rest } = asComponents(declared, schemas) as Json;
    return {
      name,
      in: place,
      required: place === "path" || ((schema?.required ?? []) as string[]).includes(name),
      ...(description ? { description } : {}),
      ...(rest.type === "object" ? { style: "deepObject", explode: true } : {}),
      schema: rest,
    };
  });
}

function requestBodyOf({ body, bodyForms = body ? { "application/json": body } : undefined }: OperationSpec, schemas: Json): Json {
  return bodyForms ? { requestBody: { required: true, content: contentOf(bodyForms, schemas) } } : {};
}

const streamWords = {
  "text/event-stream": "A stream, until either side ends it",
  "text/csv": "The rows, sent while they are read",
  "application/octet-stream": "The bytes of a file, to be saved",
};

function successes({ response = {}, textForms = [], streams }: OperationSpec, schemas: Json): Json {
  if (streams)
    return {
      "200": { description: streamWords[streams], content: contentOf({ [streams]: { type: "string" } }, schemas) },
    };
  const texts = Object.fromEntries(textForms.map((type) => [type, { type: "string" }]));
  return Object.fromEntries(
    Object.entries(response).map(([status, schema]) => [
      status,
      status === "204"
        ? { description: "Success, without a body" }
        : { description: "Success", content: contentOf({ "application/json": schema, ...texts }, schemas) },
    ]),
  );
}

function contentOf(forms: Readonly<Record<string, object>>, schemas: Json): Json {
  return Object.fromEntries(Object.entries(forms).map(([type, schema]) => [type, { schema: asComponents(schema, schemas) }]));
}

/** One response per status, moved to `responses`; `code` distinguishes the problems behind it. */
function failures(problems: readonly Problem[], responses: Json): Json {
  const byStatus = new Map<number, Map<string, Problem>>();
  for (const problem of problems) {
    const same = byStatus.get(problem.status) ?? new Map<string, Problem>();
    byStatus.set(problem.status, same.set(problem.code, problem));
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, byCode]) => {
        const codes = [...byCode.keys()].sort();
        const name = codes.join(".");
        responses[name] ??= {
          description: codes.map((code) => `\`${code}\`: ${byCode.get(code)?.title ?? ""}.`).join(" "),
          content: {
            "application/problem+json": {
              schema: { $ref: "#/components/schemas/Problem" },
              examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
            },
          },
        };
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
  );
}

function exampleOf({ code, status, title }: Problem): Json {
  return { type: problemTypeBase + code, title, status, code, detail: title, requestId: "5f1c9e0a7b3d-1k" };
}

function problemSchema(all: readonly Problem[]): Json {
  return {
    type: "object",
    description: "Problem details (RFC 9457). `code` is permanent; `detail` is for people and may change.",
    required: ["type", "title", "status", "code", "detail", "requestId"],
    properties: {
      type: { type: "string", format: "uri" },
      title: { type: "string" },
      status: { type: "integer" },
      code: { type: "string", enum: [...new Set(all.map(({ code }) => code))].sort() },
      detail: { type: "string" },
      requestId: { type: "string", description: "Also in the header x-request-id and in the server's log." },
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["path", "code", "message"],
          properties: { path: { type: "string", description: "JSON Pointer." }, code: { type: "string" }, message: { type: "string" } },
        },
      },
      ...Object.assign({}, ...all.map(({ extensions }) => extensions)),
    },
  };
}

/** The schema with everything that has a name moved to `schemas` and referred to. */
function asComponents(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => asComponents(item, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $id, $defs, ...members } = schema as Json & { $id?: string; $defs?: Json };
  for (const [name, definition] of Object.entries($defs ?? {}))
    schemas[name] ??= asComponents({ ...(definition as Json), $id: undefined }, schemas);
  const plain = Object.fromEntries(
    Object.entries(members).map(([name, value]) =>
      name === "$ref" && typeof value === "string" && !value.startsWith("#")
        ? [name, `#/components/schemas/${value}`]
        : [name, asComponents(value, schemas)],
    ),
  );
  if ($id === undefined) return plain;
  schemas[$id] ??= plain;
  return { $ref: `#/components/schemas/${$id}` };
}
