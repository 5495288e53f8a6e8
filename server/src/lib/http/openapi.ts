import type { TObject, TSchema } from "typebox";
import type { Access, OperationWords } from "./operation.ts";
import { problemTypeBase, type Problem } from "./problem.ts";

/** An operation that returns data, with every problem that it can return. */
export type DescribedOperation = OperationWords & { response: Readonly<Record<number, TSchema>> };

export interface OpenApiOptions {
  publicUrl: string;
  version: string;
  tags: readonly { name: string; description: string }[];
  /** All problems, also those outside of operations. */
  problems: readonly Problem[];
}

type Json = Record<string, unknown>;

const securityOf: Readonly<Record<Access, readonly Json[]>> = {
  none: [],
  key: [{ apiKey: [] }],
  keyOrToken: [{ apiKey: [] }, { customerToken: [] }],
  keyMaybeToken: [{ apiKey: [] }, { apiKey: [], customerToken: [] }],
  token: [{ customerToken: [] }],
  signIn: [],
  admin: [{ session: [] }, { accessToken: [] }],
  session: [{ session: [] }],
  member: [{ session: [] }, { accessToken: [] }],
  operator: [{ session: [] }, { accessToken: [] }],
};

/**
 * An OpenAPI 3.1 document, made from the same schemas that validate. Schemas with an `$id` become components, and so do the
 * responses for problems, each under the codes that it may have: most operations share them.
 */
export function openApiDocument(operations: readonly DescribedOperation[], options: OpenApiOptions): Json {
  const schemas: Json = { Problem: problemSchema(options.problems) };
  const responses: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { id, method, tags, summary, description, params, query, body, response, access, problems } = operation;
    // OpenAPI cannot express a parameter of several segments.
    const path = operation.path.replace("{+", "{");
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: id,
      tags,
      summary,
      ...(description ? { description } : {}),
      security: securityOf[access],
      parameters: [...parametersOf(params, "path", schemas), ...parametersOf(query, "query", schemas)],
      ...(body ? { requestBody: { required: true, content: { "application/json": { schema: asComponents(body, schemas) } } } } : {}),
      responses: { ...successes(response, schemas), ...failures(problems, responses) },
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Vitrine",
      version: options.version,
      summary: "Public content and storefront API",
      description:
        "One API for the published content and the storefront of many sites. Every failure is a problem (RFC 9457) with a permanent `code`. " +
        "Where there is nothing it is `route_not_found`, 404; where there is something that does not take the method, `method_not_allowed`, 405.",
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
          description: "The token that `logIn` returns. It selects the site by itself.",
        },
      },
      schemas,
      responses,
      examples: Object.fromEntries(
        operations.flatMap(({ problems }) => problems).map((problem) => [problem.code, { value: exampleOf(problem) }]),
      ),
    },
  };
}

function parametersOf(schema: TObject | undefined, place: "path" | "query", schemas: Json): Json[] {
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

function successes(response: Readonly<Record<number, TSchema>>, schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(response).map(([status, schema]) => [
      status,
      status === "204"
        ? { description: "Success, without a body" }
        : { description: "Success", content: { "application/json": { schema: asComponents(schema, schemas) } } },
    ]),
  );
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
