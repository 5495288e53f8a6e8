import type { TSchema } from "typebox";
import type { Access } from "./operation.ts";
import { problemTypeBase, type Problem } from "./problem.ts";

/** What the description needs to know of an operation. */
export interface DescribedOperation {
  method: string;
  path: string;
  access: Access;
  problems: readonly Problem[];
  schema: {
    operationId: string;
    tags: readonly string[];
    summary: string;
    description?: string;
    params?: ObjectSchema;
    querystring?: ObjectSchema;
    body?: TSchema;
    response: Readonly<Record<string, TSchema>>;
  };
}

interface ObjectSchema {
  properties: Record<string, TSchema>;
  required?: string[];
}

export interface OpenApiOptions {
  publicUrl: string;
  version: string;
  tags: readonly { name: string; description: string }[];
}

type Json = Record<string, unknown>;

const securityOf: Readonly<Record<Access, readonly Json[]>> = {
  none: [],
  key: [{ apiKey: [] }],
  keyOrToken: [{ apiKey: [] }, { customerToken: [] }],
  keyMaybeToken: [{ apiKey: [] }, { apiKey: [], customerToken: [] }],
  token: [{ customerToken: [] }],
};

/** An OpenAPI 3.1 document, made from the very schemas that validate. Schemas with an `$id` become components. */
export function openApiDocument(operations: readonly DescribedOperation[], options: OpenApiOptions): Json {
  const schemas: Json = { Problem: problemSchema(operations) };
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { method, path, schema, access, problems } = operation;
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: schema.operationId,
      tags: schema.tags,
      summary: schema.summary,
      ...(schema.description ? { description: schema.description } : {}),
      security: securityOf[access],
      parameters: [...parametersOf(schema.params, "path", schemas), ...parametersOf(schema.querystring, "query", schemas)],
      ...(schema.body
        ? { requestBody: { required: true, content: { "application/json": { schema: asComponents(schema.body, schemas) } } } }
        : {}),
      responses: { ...successes(schema.response, schemas), ...failures(problems) },
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Vitrine",
      version: options.version,
      summary: "Public content and storefront API",
      description:
        "One API for the published content and the storefront of many sites. Every failure is a problem (RFC 9457) with a permanent `code`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: options.publicUrl }],
    tags: options.tags,
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "The site's public key." },
        customerToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "What `logIn` answers. It selects the site by itself.",
        },
      },
      schemas,
    },
  };
}

function parametersOf(schema: ObjectSchema | undefined, place: "path" | "query", schemas: Json): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, declared]) => {
    const { description, ...rest } = asComponents(declared, schemas) as Json;
    return {
      name,
      in: place,
      required: place === "path" || (schema?.required ?? []).includes(name),
      ...(description ? { description } : {}),
      schema: rest,
    };
  });
}

function successes(response: Readonly<Record<string, TSchema>>, schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(response).map(([status, schema]) => [
      status,
      { description: "Success", content: { "application/json": { schema: asComponents(schema, schemas) } } },
    ]),
  );
}

/** One response a status; the problems behind it are told apart by `code`. */
function failures(problems: readonly Problem[]): Json {
  const grouped = new Map<number, Problem[]>();
  for (const problem of problems) grouped.set(problem.status, [...(grouped.get(problem.status) ?? []), problem]);
  return Object.fromEntries(
    [...grouped]
      .sort(([a], [b]) => a - b)
      .map(([status, same]) => {
        const unique = [...new Map(same.map((problem) => [problem.code, problem])).values()];
        return [
          status,
          {
            description: unique.map(({ code, title }) => `\`${code}\`: ${title}.`).join(" "),
            content: {
              "application/problem+json": {
                schema: { $ref: "#/components/schemas/Problem" },
                examples: Object.fromEntries(unique.map((problem) => [problem.code, { value: exampleOf(problem) }])),
              },
            },
          },
        ];
      }),
  );
}

function exampleOf({ code, status, title }: Problem): Json {
  return { type: problemTypeBase + code, title, status, code, detail: title, requestId: "5f1c9e0a7b3d-1k" };
}

function problemSchema(operations: readonly DescribedOperation[]): Json {
  const all = operations.flatMap(({ problems }) => problems);
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
