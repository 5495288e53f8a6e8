import type { AdminOperation } from "./admin-operation.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { exchange, newKey, type Fetch } from "./exchange.ts";
import type { IdempotentCallOptions } from "./operation.ts";
import { addressOf, bodyOf, type Input } from "./request.ts";

/** The parts that all calls of an admin client share. */
export interface AdminCaller {
  /** Without a slash at its end. Empty: the origin of the page. */
  readonly url: string;
  readonly token: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** The slug of the site whose operations name none. */
  readonly site: string | undefined;
  readonly fetch: Fetch;
  readonly retries: number;
  readonly timeoutMs: number;
}

/** Calls an operation of the admin API. Resolves with the data in the envelope; for a list with all of it; with nothing if there is no body. */
export async function callAdmin(
  caller: AdminCaller,
  id: string,
  operation: AdminOperation,
  callInput: Input = {},
  { signal, retries = caller.retries, timeoutMs = caller.timeoutMs, ...options }: IdempotentCallOptions = {},
): Promise<unknown> {
  const { method, path, sends } = operation;
  const input = path.includes("{siteSlug}") ? { ...callInput, siteSlug: siteOf(caller, id, callInput.siteSlug) } : callInput;
  // Elsewhere the server would do the work twice.
  const idempotencyKey = operation.idempotent ? (options.idempotencyKey ?? newKey()) : undefined;
  const headers = await headersOf(caller, operation, input, idempotencyKey);
  const { inAddress, inBody } = placesOf(operation, input);
  let etag = "";
  // Nothing is kept: each answer is for one person, at one moment. The tag of it is the revision.
  const cache: AnswerCache = { find: () => undefined, keep: (_url, answer) => void (etag = answer.etag) };
  const answer = await exchange(
    caller.fetch,
    {
      operation: id,
      method,
      headers,
      idempotencyKey,
      timeoutMs,
      signal,
      cache,
      address: `${method} ${caller.url}${path}`,
      url: caller.url + addressOf({ method: "GET", path }, inAddress),
      // A token, or words in a body, are for this server and not for a redirect's target.
      redirect: method === "GET" && !headers.authorization ? "follow" : "manual",
      body: sentBody(sends, path, input, inBody),
    },
    retries,
  );
  if (Object.keys(answer).length === 0) return undefined;
  const data = "data" in answer && !("total" in answer) ? answer.data : answer;
  return operation.tagged ? { ...(data as object), revision: Number(/\d+/.exec(etag)?.[0]) } : data;
}

/** The site of an operation: the one that it names, or the client's. Throws if there is neither. */
export function siteOf({ site }: AdminCaller, id: string, named: unknown): string {
  const siteSlug = named ?? site;
  if (typeof siteSlug !== "string") throw new TypeError(`${id} needs a site: give it siteSlug, or the client a site.`);
  return siteSlug;
}

function sentBody(sends: AdminOperation["sends"], path: string, input: Input, inBody: Input): string | Blob | FormData | undefined {
  if (sends === "form") return formOf(inBody);
  if (sends === "csv") return input.csv as string | Blob;
  if (sends === "yaml" && isText(input.body)) return input.body;
  return sends === "body" || sends === "yaml" ? JSON.stringify(input.body) : sends && bodyOf({ path }, inBody);
}

const isText = (body: unknown): body is string | Blob => typeof body === "string" || body instanceof Blob;

function typeOfBody(sends: AdminOperation["sends"], body: unknown): string {
  if (sends === "csv") return "text/csv";
  return sends === "yaml" && isText(body) ? "application/yaml" : "application/json";
}

/** The file comes last, so that the server knows all else by then. */
function formOf(inBody: Input): FormData {
  const { file, ...fields } = inBody as { file: Blob; [name: string]: string | Blob | undefined };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  form.set("file", file);
  return form;
}

/** The members of the input by where they are sent. */
function placesOf({ method, path, query = [], conditional }: AdminOperation, input: Input): { inAddress: Input; inBody: Input } {
  const { revision, ...rest } = input;
  const plain = conditional ? rest : input;
  void revision;
  if (method === "GET") return { inAddress: plain, inBody: {} };
  const isInAddress = ([name]: [string, unknown]) => query.includes(name) || path.includes(`{${name}}`);
  const members = Object.entries(plain);
  return {
    inAddress: Object.fromEntries(members.filter(isInAddress)),
    inBody: Object.fromEntries(members.filter((member) => !isInAddress(member))),
  };
}

export async function headersOf(
  { token }: AdminCaller,
  { open, sends, conditional }: Pick<AdminOperation, "open" | "sends" | "conditional">,
  { revision, body }: Input,
  idempotencyKey: string | undefined,
): Promise<Record<string, string>> {
  const bearer = open ? undefined : typeof token === "function" ? await token() : token;
  const headers = {
    // Of a form, `fetch` writes the type with the boundary.
    ...(sends && sends !== "form" ? { "content-type": typeOfBody(sends, body) } : {}),
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    // Without a revision the server refuses, and says why.
    ...(!conditional || revision === undefined
      ? {}
      : revision === "new"
        ? { "if-none-match": "*" }
        : { "if-match": `"${Number(revision)}"` }),
  };
  // A value that no header can hold is a mistake in the program. `fetch` would report it as a network failure.
  new Headers(headers);
  return headers;
}
