import { createHmac } from "node:crypto";
import { Compile } from "typebox/compile";
import type { Example, ExampleFill } from "../server/src/features/server/reference/index.ts";
import { isDescribed, isOfAdminApi, type OperationSpec } from "../server/src/lib/http/operation.ts";
import { startDemoServer, type DemoServer } from "./demo-server.ts";
import { exampleRequests, type ExampleRequest } from "./reference-examples.ts";
import { resolvePointer, shortened, withoutSecrets } from "./example-texts.ts";

const webhookSecret = "whsec_FjordAndFormSandbox";
/** The patterns by which the page finds a code or token in a mail. */
const inMails = {
  confirmation: "/verify[\\w-]*\\?token=([\\w-]+)",
  reset: "/reset[\\w-]*\\?token=([\\w-]+)",
  code: "^(\\d{6})$",
} as const;

/**
 * The examples by operation: each is sent to a server with the demo site, and its response checked against the operation's schema.
 * Rejects if one does not succeed, or if an operation has none.
 */
export async function recordExamples(): Promise<Record<string, Example>> {
  const server = await startDemoServer();
  try {
    const described = server.operations.filter((operation) => isDescribed(operation) && !isOfAdminApi(operation));
    const unknown = Object.keys(exampleRequests).filter((id) => !described.some((operation) => operation.id === id));
    if (unknown.length > 0) throw new Error(`No operation has the id ${unknown.join(", ")}: change scripts/reference-examples.ts.`);
    const examples: Record<string, Example> = {};
    for (const operation of described) examples[operation.id] = await record(server, operation);
    return examples;
  } finally {
    await server.close();
  }
}

/** The requests before an example, as one reader sends them. */
interface Visit {
  responses: Map<string, unknown>;
  address: string;
  token: string | undefined;
}

let visits = 0;

async function record(server: DemoServer, operation: OperationSpec): Promise<Example> {
  const exampleRequest = requestOf(operation.id);
  visits += 1;
  const visit: Visit = { responses: new Map(), address: "", token: undefined };
  if (operation.access === "token") visit.token = String(await valueOf(server, visit, "logIn /data/token", []));
  const fills: ExampleFill[] = [];
  const { request, status, response } = await play(server, operation, visit, fills);
  const { after = [], note, isSendable = true } = exampleRequest;
  const shownResponse = Object.fromEntries(Object.entries(response as object).filter(([name]) => !exampleRequest.without?.includes(name)));
  const short = shortened(shownResponse, checkOf(operation));
  const example = {
    request,
    fills,
    ...(after.length > 0 ? { after } : {}),
    ...(note === undefined ? {} : { note }),
    ...(isSendable ? {} : { isSendable }),
    status,
    response: short,
    ...(JSON.stringify(short) === JSON.stringify(response) ? {} : { isShortened: true as const }),
  };
  return withoutSecrets(example, fills, server.demo.apiKey);
}

function requestOf(id: string): ExampleRequest {
  const request = exampleRequests[id];
  if (!request) throw new Error(`${id} has no example: add a request that succeeds on the demo to scripts/reference-examples.ts.`);
  return request;
}

/** Sends the operation's example. `fills` collects the values that each server makes for itself. */
async function play(server: DemoServer, operation: OperationSpec, visit: Visit, fills: ExampleFill[]) {
  const { after = [], waitMs = 0, params, query, body } = requestOf(operation.id);
  for (const id of after) await responseOf(server, visit, id);
  const request = (await filled(server, visit, { params, query, body }, fills)) as Example["request"];
  server.clock.advance(waitMs);
  const { status, json } = await send(server, operation, request, visit);
  if (!operation.response?.[status]) throw new Error(`The example of ${operation.id} is answered ${status}: ${JSON.stringify(json)}`);
  const check = checkOf(operation);
  if (!check(json)) throw new Error(`The response to the example of ${operation.id} does not match its schema.`);
  return { request: JSON.parse(JSON.stringify(request)) as Example["request"], status, response: json };
}

function checkOf({ response }: OperationSpec): (value: unknown) => boolean {
  const [schema] = Object.values(response ?? {});
  const compiled = Compile(schema ?? {});
  return (value) => compiled.Check(value);
}

async function responseOf(server: DemoServer, visit: Visit, id: string): Promise<unknown> {
  const knownResponse = visit.responses.get(id);
  if (knownResponse !== undefined) return knownResponse;
  const operation = server.operations.find((one) => one.id === id);
  if (!operation) throw new Error(`An example asks for ${id}, which is no operation.`);
  const { response } = await play(server, operation, visit, []);
  visit.responses.set(id, response);
  return response;
}

/** The value with every `{{…}}` in its texts replaced. */
async function filled(server: DemoServer, visit: Visit, value: unknown, fills: ExampleFill[]): Promise<unknown> {
  if (typeof value === "string") {
    const source = /^\{\{(.+)\}\}$/.exec(value)?.[1];
    return source === undefined ? value : valueOf(server, visit, source, fills);
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await filled(server, visit, item, fills));
    return items;
  }
  if (typeof value !== "object" || value === null) return value;
  const members: Record<string, unknown> = {};
  // One after the other, so that ids count in the same order every time.
  for (const [name, member] of Object.entries(value)) members[name] = await filled(server, visit, member, fills);
  return members;
}

async function valueOf(server: DemoServer, visit: Visit, source: string, fills: ExampleFill[]): Promise<unknown> {
  const [kind = "", rest = ""] = source.split(" ");
  const noted = (value: string, how: Omit<ExampleFill, "value">) => {
    fills.push({ value, ...how });
    return value;
  };
  if (kind === "preview") return noted(server.demo.previewToken ?? "", { given: "preview" });
  if (kind === "new") {
    const value = rest.replace("*", String(visits));
    if (value.includes("@")) visit.address = value;
    return noted(value, { fresh: rest });
  }
  if (kind === "mail") {
    const pattern = inMails[rest as keyof typeof inMails];
    const matchedText = new RegExp(pattern, "m").exec(await server.mailTo(visit.address))?.[1];
    if (matchedText === undefined) throw new Error(`The mail to ${visit.address} has no ${rest}.`);
    return noted(matchedText, { mail: pattern });
  }
  const value = resolvePointer(await responseOf(server, visit, kind), rest);
  return noted(String(value), { from: kind, at: rest });
}

async function send(server: DemoServer, { method, path, access }: OperationSpec, request: Example["request"], { token }: Visit) {
  const filledPath = path.replace(/\{\+?(\w+)\}/g, (_all, name: string) => encodeURIComponent(request.params?.[name] ?? ""));
  const search = new URLSearchParams(request.query).toString();
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  if (access.startsWith("key") && !(access === "keyOrToken" && token)) headers["x-api-key"] = server.demo.apiKey;
  if (access.toLowerCase().includes("token") && token) headers.authorization = `Bearer ${token}`;
  if (path.includes("/webhooks/")) headers["processor-signature"] = signatureOf(body ?? "", server.clock.now());
  const response = await fetch(`${server.url}${filledPath}${search && `?${search}`}`, { method, headers, ...(body ? { body } : {}) });
  return { status: response.status, json: await response.json() };
}

function signatureOf(body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1_000);
  return `t=${time},v1=${createHmac("sha256", webhookSecret).update(`${time}.${body}`).digest("hex")}`;
}
