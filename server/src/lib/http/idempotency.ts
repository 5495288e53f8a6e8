import type { FastifyReply, FastifyRequest } from "fastify";
import type { Sql } from "../../ports/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import { digestId } from "../text/digest-id.ts";
import { deletedAtOnce, deleteSiteBySite } from "../tasks/in-batches.ts";
import { piece } from "../sql/sql-statement.ts";
import { problem, ProblemError, validationFailed } from "./problem.ts";
import { sha256, type KeyRing } from "../secrets/secret.ts";

const idempotencyKeyReused = problem("idempotency_key_reused", 422, "The idempotency key was used with a different request");
const idempotencyInProgress = problem("idempotency_in_progress", 409, "A request with this idempotency key is still in progress");

/** The problems of a repeatable operation, besides its own. */
export const idempotencyProblems = [idempotencyKeyReused, idempotencyInProgress];

const keptMs = 24 * 60 * 60_000;
const retryAfterSeconds = 1;

/** One try at a request that has a key, or the only one at a request that has none. */
export interface Try {
  /** Stored by an earlier try that never sent its response. */
  readonly begunPaymentId: string | undefined;
  /** Stores, in the transaction of the caller, the point from which another try resumes. */
  remember(tx: Sql, paymentId: string): Promise<void>;
}

export interface IdempotencyDeps {
  sql: Sql;
  clock: Clock;
  ids: Ids;
  secrets: KeyRing;
}

/** Whether the payment of a stored answer is over without being paid: then the same request is a new one. */
type IsOver = (paymentId: string) => Promise<boolean>;

/**
 * Executes a request with an `Idempotency-Key` once: repeating it returns the same response for a day, and another request with
 * the same key is refused. Keys belong to a site, an operation, an API key and a customer. Only successes are kept. While a try
 * is in progress others are refused. If its process died, the next one takes over half a minute later; if it lost its database,
 * at once.
 */
export async function answerOnce<Answer extends object>(
  deps: IdempotencyDeps,
  request: Pick<FastifyRequest, "headers" | "site" | "apiKeyId" | "customer" | "body" | "routeOptions">,
  reply: FastifyReply,
  work: (attempt: Try) => Promise<Answer>,
  isOver?: IsOver,
): Promise<Answer> {
  const { apiKeyId, customer, body } = request;
  return answerOnceTo(deps, request, reply, { sender: [apiKeyId, customer?.id], content: body, ...(isOver && { isOver }) }, work);
}

/** The same for any sender within the site: keys belong to these, and `content` is all of the request that must be the same. */
export async function answerOnceTo<Answer extends object>(
  deps: IdempotencyDeps,
  { headers, site, routeOptions }: Pick<FastifyRequest, "headers" | "site" | "routeOptions">,
  reply: FastifyReply,
  { sender, content, isOver }: { sender: readonly unknown[]; content: unknown; isOver?: IsOver },
  work: (attempt: Try) => Promise<Answer>,
): Promise<Answer> {
  const key = headers["idempotency-key"];
  if (key === undefined) return work({ begunPaymentId: undefined, remember: async () => undefined });
  if (typeof key !== "string" || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ProblemError(validationFailed, { detail: "Idempotency-Key must have 1 to 255 printable characters." });
  }
  const id = digestId(JSON.stringify([routeOptions.schema?.operationId, ...sender, key]));
  const claim = await claimTry(deps, { siteId: site.id, id }, sha256(JSON.stringify(content)), isOver);
  if (claim.answer !== undefined) {
    void reply.header("idempotent-replayed", "true");
    return JSON.parse(claim.answer) as Answer;
  }
  const { tryId } = claim;
  const attempt: Try = {
    begunPaymentId: claim.begunPaymentId,
    remember: async (tx, paymentId) => {
      const [mine] = await tx<{ id: string }>`
        update idempotent_requests set payment_id = ${paymentId}
        where site_id = ${site.id} and id = ${id} and try_id = ${tryId} and answer is null
        returning id`;
      // It took so long that another try took over: undo the work of this one.
      if (!mine) throw inProgress();
    },
  };
  try {
    const answer = await work(attempt);
    await deps.sql`
      update idempotent_requests set answer = ${deps.secrets.seal(JSON.stringify(answer), placeOf(site.id, id))}
      where site_id = ${site.id} and id = ${id} and try_id = ${tryId}`;
    return answer;
  } catch (error) {
    // If this fails too, the lease expires by itself.
    await endTry(deps.sql, { siteId: site.id, id, tryId }, error instanceof ProblemError).catch(() => undefined);
    throw error;
  }
}

/**
 * Frees the key for the next try. A refused try has undone its work. After a lost database the outcome is unknown: if the work was
 * stored the next try resumes it, and does not repeat it.
 */
async function endTry(sql: Sql, { siteId, id, tryId }: { siteId: string; id: string; tryId: string }, isRefused: boolean): Promise<void> {
  await sql`
    delete from idempotent_requests
    where site_id = ${siteId} and id = ${id} and try_id = ${tryId} and answer is null and (payment_id is null or ${isRefused})`;
  // The embedded database's clock stands still for a millisecond, in which the next try may come.
  await sql`
    update idempotent_requests set leased_until = statement_timestamp() - interval '1 millisecond'
    where site_id = ${siteId} and id = ${id} and try_id = ${tryId} and answer is null`;
}

type Claim = { answer: string } | { answer: undefined; tryId: string; begunPaymentId: string | undefined };

/** Takes the key for this try, in one statement that decides between all of them, or returns the stored response. */
async function claimTry(
  { sql, clock, ids, secrets }: IdempotencyDeps,
  { siteId, id }: { siteId: string; id: string },
  bodyHash: Uint8Array,
  isOver?: IsOver,
): Promise<Claim> {
  const now = clock.now();
  const forgottenBefore = new Date(now.getTime() - keptMs);
  // A row written while the clock was wrong: it would be kept for much longer than a day.
  const forgottenAfter = new Date(now.getTime() + keptMs);
  const tryId = ids.next();
  // A lease has expired if a new one would end more than a lease later: on Citus `on conflict` may not read a clock.
  const [claimed] = await sql<{ paymentId: string | null }>`
    insert into idempotent_requests as kept (site_id, id, body_hash, leased_until, try_id, created_at)
    values (${siteId}, ${id}, ${bodyHash}, statement_timestamp() + interval '30 seconds', ${tryId}, ${now})
    on conflict (site_id, id) do update set
      body_hash = excluded.body_hash,
      payment_id = case when kept.created_at <= ${forgottenBefore} or kept.created_at > ${forgottenAfter} then null else kept.payment_id end,
      answer = null,
      leased_until = excluded.leased_until,
      try_id = excluded.try_id,
      created_at = case when kept.created_at <= ${forgottenBefore} or kept.created_at > ${forgottenAfter} then excluded.created_at else kept.created_at end
    where kept.created_at <= ${forgottenBefore} or kept.created_at > ${forgottenAfter}
      or (kept.answer is null and excluded.leased_until - kept.leased_until > interval '30 seconds' and kept.body_hash = excluded.body_hash)
    returning payment_id as "paymentId"`;
  if (claimed) return { answer: undefined, tryId, begunPaymentId: claimed.paymentId ?? undefined };
  const [storedRequest] = await sql<{ bodyHash: Uint8Array; answer: Uint8Array | null; paymentId: string | null; tryId: string }>`
    select body_hash as "bodyHash", answer, payment_id as "paymentId", try_id as "tryId" from idempotent_requests where site_id = ${siteId} and id = ${id}`;
  if (storedRequest?.answer && storedRequest.paymentId !== null && (await isOver?.(storedRequest.paymentId))) {
    await sql`
      delete from idempotent_requests
      where site_id = ${siteId} and id = ${id} and try_id = ${storedRequest.tryId} and answer is not null`;
    return claimTry({ sql, clock, ids, secrets }, { siteId, id }, bodyHash);
  }
  if (storedRequest && Buffer.compare(storedRequest.bodyHash, bodyHash) !== 0) throw new ProblemError(idempotencyKeyReused);
  // No row: the other try has just failed, and the key is free for the next one.
  if (!storedRequest?.answer) throw inProgress();
  return { answer: secrets.open(storedRequest.answer, placeOf(siteId, id)) };
}

function inProgress(): ProblemError {
  return new ProblemError(idempotencyInProgress, {
    detail: "Try again with the same key: it gets the same response.",
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

/**
 * Re-encrypts stored responses with the first key of SECRET_KEY. Resolves with their number. A response
 * whose key was already removed is left alone: it is deleted within a day.
 */
export async function resealAnswers(sql: Sql, secrets: KeyRing): Promise<number> {
  let resealed = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const rows = await sql<{ siteId: string; id: string; answer: Uint8Array }>`
      select site_id as "siteId", id, answer from idempotent_requests
      where answer is not null and id > ${after}
      order by id
      limit 500`;
    for (const { siteId, id, answer } of rows) {
      const opened = secrets.isCurrent(answer) ? undefined : openIfPossible(secrets, answer, placeOf(siteId, id));
      if (opened === undefined) continue;
      await sql`
        update idempotent_requests set answer = ${secrets.seal(opened, placeOf(siteId, id))}
        where site_id = ${siteId} and id = ${id} and answer is not null`;
      resealed += 1;
    }
    const last = rows.at(-1);
    if (!last) return resealed;
    after = last.id;
  }
}

function openIfPossible(secrets: KeyRing, sealed: Uint8Array, place: string): string | undefined {
  try {
    return secrets.open(sealed, place);
  } catch {
    return undefined;
  }
}

/** Binds a stored response to its row: copied into another row, it does not open. */
function placeOf(siteId: string, id: string): string {
  return `idempotent_requests/${siteId}/${id}`;
}

/** Deletes responses that are too old to be repeated. */
export async function forgetOldAnswers({ sql, clock }: Pick<IdempotencyDeps, "sql" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await deleteSiteBySite(
    sql,
    piece`from sites join idempotent_requests as old on old.site_id = sites.id and old.created_at < ${before}`,
    (siteId) => sql<{ id: string }>`
      delete from idempotent_requests
      where site_id = ${siteId} and id in (
        select old.id from idempotent_requests as old where old.site_id = ${siteId} and old.created_at < ${before} limit ${deletedAtOnce}
      )
      returning id`,
  );
}

/** Deletes the responses that opened payments: the same request is a new one from then on. */
export async function forgetAnswersAbout(tx: Sql, siteId: string, paymentIds: readonly string[]): Promise<void> {
  await tx`delete from idempotent_requests where site_id = ${siteId} and payment_id = any (${paymentIds}::uuid[])`;
}
