import { actorOf, type AdminIdentity } from "../../../lib/admin/identity.ts";
import { inUse } from "../../../lib/admin/refusals.ts";
import { problem, ProblemError, validationFailed, type ValidationError } from "../../../lib/http/problem.ts";
import { seenRevision, type Expected } from "../../../lib/http/revision.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import type { Database, Sql, Transaction } from "../../../ports/database.ts";
import type { Ids } from "../../../ports/ids.ts";
import { changesBetween, conflictAbout, recordChange } from "../../people/audit/index.ts";
import { raiseVersions } from "../../server/sites/index.ts";
import { rewriteSome } from "../queries/index.ts";
import type { Effect } from "./affected-contents.ts";
import type { TypeKind, TypeProblem } from "./type-kind.ts";
import { lockSite } from "../../../lib/published/lock-site.ts";

export const documentsAffected = problem("documents_affected", 409, "The new definition would make published documents invalid", {
  affected: { type: "array", items: { type: "object" }, description: "Contents and their first errors, as in a check; at most 100." },
  affectedTotal: { type: "integer" },
});

/** Of each kind in one site, as in a bundle. */
const mostTypes = 500;
/** Of the values that queries compare; the rest is left to the background job. */
const mostSlices = 10;
// All contents of a type are checked.
const timeout = { statementTimeoutMs: 30_000 };

interface TypeRequest {
  site: { id: string };
  admin: AdminIdentity;
  expected: Expected;
}
interface ModelDeps {
  sql: Database;
  clock: { now(): Date };
  ids: Ids;
}

/** Creates or replaces a type. Resolves with the new whole, and whether it was created. */
export async function putType<Input extends object, Stored extends { title: string; revision: number }>(
  { sql, clock, ids }: ModelDeps,
  kind: TypeKind<Input, Stored>,
  request: TypeRequest,
  { action, name, input, isForced }: { action: string; name: string; input: Input; isForced: boolean },
): Promise<{ storedType: Stored; isNew: boolean }> {
  const siteId = request.site.id;
  const ctx = { now: clock.now(), ids, touched: new Set<string>() };
  return sql.begin(async (tx) => {
    const before = await lockType(tx, kind, request, name);
    refuse([...(before ? [] : await newTypeErrors(tx, kind, siteId, name)), ...kind.errors(input)]);
    const effect = await kind.findAffected(tx, siteId, name, input, { marks: true });
    if (effect.publishedTotal > 0 && !isForced) throw affected(effect);
    await kind.save(tx, ctx, siteId, name, input);
    await rewriteSome(tx, ctx, siteId, mostSlices);
    const storedType = await kind.read(tx, siteId, name);
    if (!storedType) throw new Error("A type vanished while it was changed.");
    if (ctx.touched.size > 0) await raiseVersions(tx, ctx, siteId, { content: true }, ctx.touched);
    if (storedType.revision !== before?.revision) {
      const target = { type: kind.targetType, id: name, label: storedType.title, revision: storedType.revision };
      const changes = changesBetween(before ? { ...before } : null, { ...storedType });
      await recordChange(tx, ctx, { actor: actorOf(request), siteId, action, target, changes });
    }
    return { storedType, isNew: !before };
  }, timeout);
}

/** Deletes a type that nothing uses. */
export async function deleteType<Stored extends { title: string; revision: number }>(
  { sql, clock, ids }: ModelDeps,
  kind: TypeKind<never, Stored>,
  request: TypeRequest,
  { action, name }: { action: string; name: string },
): Promise<void> {
  const siteId = request.site.id;
  const ctx = { now: clock.now(), ids, touched: new Set<string>() };
  await sql.begin(async (tx) => {
    const before = await lockType(tx, kind, request, name);
    const { uses, total } = await kind.findUses(tx, siteId, name);
    if (total > 0) throw new ProblemError(inUse, { detail: `Documents use it: ${total}.`, members: { places: uses, placesTotal: total } });
    await kind.remove(tx, ctx, siteId, name);
    await raiseVersions(tx, ctx, siteId, { content: true }, ctx.touched);
    const target = { type: kind.targetType, id: name, label: before?.title ?? null };
    await recordChange(tx, ctx, { actor: actorOf(request), siteId, action, target, removes: true });
  }, timeout);
}

/** Tells the effects of a new definition of a type. Changes nothing. */
export async function checkType<Input extends object, Stored extends { title: string; revision: number }>(
  sql: Database,
  kind: TypeKind<Input, Stored>,
  siteId: string,
  name: string,
  input: Input,
): Promise<{ valid: boolean; problems: TypeProblem[]; affected: Effect["affected"]; affectedTotal: number }> {
  return sql.begin(async (tx) => {
    if (!(await kind.read(tx, siteId, name))) throw new ProblemError(kind.notFound);
    const errors = [...kind.errors(input), ...(await kind.errorsOfUse(tx, siteId, name, input))];
    const problems = errors.map(({ path, code, message }) => ({ path, code, message }));
    if (problems.length > 0) return { valid: false, problems, affected: [], affectedTotal: 0 };
    const { affected: affectedDocuments, affectedTotal } = await kind.findAffected(tx, siteId, name, input, { marks: false });
    return { valid: true, problems, affected: affectedDocuments, affectedTotal };
  }, timeout);
}

/**
 * Locks the site, as imports and publications do, so that no content is checked by the old definition and published beside the new one. Resolves with
 * the type as the sender has seen it; undefined if it is to be created.
 */
async function lockType<Stored extends { title: string; revision: number }>(
  tx: Transaction,
  kind: TypeKind<never, Stored>,
  request: TypeRequest,
  name: string,
): Promise<Stored | undefined> {
  const siteId = request.site.id;
  await tx`set local lock_timeout = '10s'`;
  await lockSite(tx, siteId);
  const storedType = await kind.read(tx, siteId, name);
  if (request.expected === "absent") {
    if (!storedType) return undefined;
  } else {
    if (!storedType) throw new ProblemError(kind.notFound);
    if (storedType.revision === seenRevision(request)) return storedType;
  }
  throw await conflictAbout(tx, siteId, { type: kind.targetType, id: name }, storedType.revision);
}

async function newTypeErrors<Stored extends { title: string; revision: number }>(
  tx: Sql,
  kind: TypeKind<never, Stored>,
  siteId: string,
  name: string,
): Promise<ValidationError[]> {
  const form = isSlug(name) ? undefined : "must have lower-case letters, digits and single hyphens";
  const error =
    kind.nameFault(name) ??
    form ??
    ((await kind.count(tx, siteId)) >= mostTypes ? `is one too many: a site may have ${mostTypes}` : undefined);
  return error === undefined ? [] : [{ path: "", code: "type", message: error }];
}

function refuse(errors: readonly ValidationError[]): void {
  const [first] = errors;
  if (first)
    throw new ProblemError(validationFailed, {
      detail: `${first.path.slice(1) || "The name"} ${first.message}`,
      errors: errors.slice(0, 20),
    });
}

function affected({ affected: affectedDocuments, affectedTotal, publishedTotal }: Effect): ProblemError {
  const detail = `It makes published contents invalid: ${publishedTotal}. Change them first, or send ?force=true to keep them as they are.`;
  return new ProblemError(documentsAffected, { detail, members: { affected: affectedDocuments, affectedTotal } });
}
