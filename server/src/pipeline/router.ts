import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { parseFormBody } from "../lib/http/form-body.ts";
import { parseJsonBody } from "../lib/http/json-body.ts";
import { mergePatchType } from "../lib/http/merge-patch.ts";
import { chosenSegments, type App, type BodyForm, type Operation } from "../lib/http/operation.ts";
import { ProblemError, unsupportedMediaType } from "../lib/http/problem.ts";
import { compileValidation } from "../lib/http/validation.ts";
import { inBytes } from "./late-serializers.ts";

const bodyForms: readonly BodyForm[] = ["json", "form", "bytes", "file", "jsonOrParts"];

/** Registers operations with their behaviour in this server, each form of bodies with its own parser. */
export function addOperations<Needs>(app: App, operations: readonly Operation<Needs>[], deps: Needs): void {
  for (const form of bodyForms) {
    const formOperations = operations.filter(({ takes = "json" }) => takes === form);
    void app.register(async (scope: App) => {
      addBodyParser(scope, form);
      for (const operation of formOperations) addOperation(scope, operation, deps);
    });
  }
}

/** Reads and parses bodies of one form, and refuses those of any other. */
function addBodyParser(app: App, form: BodyForm): void {
  app.removeAllContentTypeParsers();
  if (form === "bytes") app.addContentTypeParser("*", (request: FastifyRequest) => request.readBody());
  if (form === "file") app.addContentTypeParser("*", async (_request: FastifyRequest, body: IncomingMessage) => body);
  if (form === "form") {
    app.addContentTypeParser("application/x-www-form-urlencoded", async (request: FastifyRequest) => {
      const body = await request.readBody();
      return request.spend(() => parseFormBody(body));
    });
  }
  // The operation reads the parts and bounds them.
  if (form === "jsonOrParts")
    app.addContentTypeParser("multipart/form-data", async (_request: FastifyRequest, body: IncomingMessage) => body);
  if (form === "json" || form === "jsonOrParts") {
    app.addContentTypeParser(["application/json", mergePatchType], async (request: FastifyRequest) => {
      const type = request.headers["content-type"] ?? "";
      if (request.method !== "PATCH" && !/^application\/json\b/i.test(type.trim())) throw new ProblemError(unsupportedMediaType);
      const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
      if (charset && !/^utf-?8$/i.test(charset)) throw new ProblemError(unsupportedMediaType, { detail: "JSON is UTF-8 (RFC 8259)." });
      const body = await request.readBody();
      return request.spend(() => parseJsonBody(body, request.routeOptions.config.maxJsonValues));
    });
  }
}

function addOperation<Needs>(app: App, operation: Operation<Needs>, deps: Needs): void {
  const { id, method, path, tags, summary, description, params, query, body, response, maxBodyBytes, maxJsonValues } = operation;
  const { access, permission, recentSignIn, whileDeleted, conditional, cors, problems, limit, exact, published, unserialised } = operation;
  const { optionsHeaders, grows, takes } = operation;
  const behaviour = operation.behaviour(deps);
  const { before, answer } = typeof behaviour === "function" ? { before: undefined, answer: behaviour } : behaviour;
  const [success] = Object.keys(response ?? {});
  // A success without a body has nothing to serialise.
  const serialised = Object.fromEntries(Object.entries(response ?? {}).filter(([status]) => status !== "204"));
  app.route({
    method,
    url: path.replace(/\{\+\w+\}$/, "*").replace(/\{(\w+)\}/g, (_all, name: string) => `:${name}${chosenSegments(params, name) ?? ""}`),
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    ...(before ? { onRequest: before } : {}),
    ...(takes === "jsonOrParts" ? { validatorCompiler: jsonValidation } : {}),
    ...(unserialised ? { serializerCompiler: () => inBytes(JSON.stringify) } : {}),
    schema: {
      operationId: id,
      tags,
      summary,
      ...(description === undefined ? {} : { description }),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(response ? { response: serialised } : {}),
    },
    config: {
      access,
      cors,
      problems,
      ...(limit && { limit }),
      ...(exact && { exact }),
      ...(published && { published }),
      ...(permission && { permission }),
      ...(recentSignIn && { recentSignIn }),
      ...(whileDeleted && { whileDeleted }),
      ...(conditional && { conditional }),
      ...(grows && { grows }),
      ...(maxJsonValues && { maxJsonValues }),
      ...(optionsHeaders && { optionsHeaders }),
    },
    handler:
      success === undefined || success === "200"
        ? answer
        : (request, reply) => {
            void reply.code(Number(success));
            return answer(request, reply);
          },
  });
}

/** Leaves parts that are still to be read to the operation. No JSON is a stream. */
function jsonValidation({ schema, httpPart }: { schema: TSchema; httpPart?: string }): ReturnType<typeof compileValidation> {
  const validate = compileValidation({ schema, ...(httpPart ? { httpPart } : {}) });
  return (value) => (value instanceof Readable ? { value } : validate(value));
}

/** The operation, with the largest upload named in the answer to OPTIONS if it speaks tus: a setting of the server, which no declaration knows. */
export function withUploadLimit<Needs>(
  operation: Operation<Needs>,
  { maxBytes, maxVideoBytes }: { maxBytes: number; maxVideoBytes: number },
): Operation<Needs> {
  const { optionsHeaders } = operation;
  if (optionsHeaders?.["tus-version"] === undefined) return operation;
  return { ...operation, optionsHeaders: { ...optionsHeaders, "tus-max-size": String(Math.max(maxBytes, maxVideoBytes)) } };
}
