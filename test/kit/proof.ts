import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isAdminAccess, isOfAdminApi, type OperationSpec } from "../../server/src/lib/http/operation.ts";
import type { Problem } from "../../server/src/lib/http/problem.ts";
import type { AdminProof } from "./admin-proof.ts";
import type { Answer, TestServer } from "./harness.ts";
import type { Asker, ProofSite } from "./proof-site.ts";

/** One request as its operation declares it. The credential is not part of it: each matrix sends its own. */
export interface ProofRequest {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON; text is sent unchanged. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/**
 * The response to a request of one site, if it is sent to a second site that was made alike: that site's own; the same as
 * before, if the request itself leads to its site, or to none; or a problem, if it names data that only the first one has.
 */
export type AtOtherTenant = "own" | "same" | Problem;

/** One valid request to an operation. It stands beside the operation, and every matrix over all operations is made of these. */
export interface Proof {
  operation: OperationSpec;
  request(asker: Asker): ProofRequest | Promise<ProofRequest>;
  atOtherTenant: AtOtherTenant;
}

/** `request` is called for each request that is sent, since the last one may have used up its data. */
export function proof(operation: OperationSpec, atOtherTenant: AtOtherTenant, request: Proof["request"] = () => ({})): Proof {
  return { operation, atOtherTenant, request };
}

const features = fileURLToPath(new URL("../../server/src/features/", import.meta.url));

/** Every proof of the public API, by the id of its operation. Throws for a file that is not named as its operation. */
export async function loadProofs(): Promise<ReadonlyMap<string, Proof>> {
  return loadProofsOf((proof): proof is Proof => !isOfAdminApi(proof.operation));
}

/** Every proof of the admin API, in the same way. */
export async function loadAdminProofs(): Promise<ReadonlyMap<string, AdminProof>> {
  return loadProofsOf((proof): proof is AdminProof => isOfAdminApi(proof.operation));
}

async function loadProofsOf<One extends Proof | AdminProof>(isOwn: (proof: Proof | AdminProof) => proof is One): Promise<Map<string, One>> {
  const proofs = new Map<string, One>();
  for (const name of (await readdir(features, { recursive: true })).sort()) {
    if (!name.endsWith(".proof.ts")) continue;
    const [only, ...others] = Object.values((await import(`${features}${name}`)) as Record<string, Proof | AdminProof>);
    const file = only && `${only.operation.id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.proof.ts`;
    if (!only || others.length > 0 || name.split("/").at(-1) !== file)
      throw new Error(`${name} must export one proof, of the operation in its name.`);
    if (isOwn(only)) proofs.set(only.operation.id, only);
  }
  return proofs;
}

/** The status of the operation's one success. */
export function successOf({ id, response, streams }: OperationSpec): number {
  const [status] = streams ? [200] : Object.keys(response ?? {});
  if (status === undefined) throw new Error(`${id} declares no success.`);
  return Number(status);
}

/** A request ready to be sent, without its credential. */
export interface Sendable {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export function sendable({ method, path }: OperationSpec, { params = {}, query = {}, body, headers = {} }: ProofRequest): Sendable {
  const filled = path.replace(/\{(\+?)(\w+)\}/g, (_all, plus: string, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}.`);
    return plus ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return {
    method,
    path: filled + (search ? `?${search}` : ""),
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** Sends the request with these headers besides its own. */
export async function sendWith(
  server: Pick<TestServer, "ask">,
  { method, path, headers, body }: Sendable,
  extraHeaders: Readonly<Record<string, string>>,
): Promise<Answer> {
  const send = () => server.ask(path, { method, headers: { ...headers, ...extraHeaders }, ...(body === undefined ? {} : { body }) });
  // A busy machine refuses for the moment; the request has had no effect, and clients send it again.
  const first = await send();
  return first.status === 503 && (first.json as { code?: string } | undefined)?.code === "unavailable" ? send() : first;
}

/** The credential that the operation takes, as headers. */
export async function credentialOf({ access }: OperationSpec, asker: Asker): Promise<Record<string, string>> {
  if (access === "none" || isAdminAccess(access)) return {};
  if (access === "token") return { authorization: `Bearer ${(await asker.customer()).token}` };
  return { "x-api-key": asker.site.key };
}

/** A request that succeeds at the site, and the credential that it takes there; by a new visitor, unless one is given. */
export async function prove(
  proof: Proof,
  site: ProofSite,
  asker = site.asker(),
): Promise<{ request: ProofRequest; sent: Sendable; credential: Record<string, string> }> {
  const request = await proof.request(asker);
  return { request, sent: sendable(proof.operation, request), credential: await credentialOf(proof.operation, asker) };
}
