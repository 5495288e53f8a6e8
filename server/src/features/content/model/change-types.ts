import { actorOf, type AdminIdentity } from "../../../lib/admin/identity.ts";
import { inUse } from "../../../lib/admin/refusals.ts";
import { problem, ProblemError, validationFailed, type Fault } from "../../../lib/http/problem.ts";
import { seenRevision, type Expected } from "../../../lib/http/revision.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import type { Database, Sql, Transaction } from "../../../ports/database.ts";
import type { Ids } from "../../../ports/ids.ts";
import { changesBetween, conflictAbout, recordChange } from "../../audit/index.ts";
import { raiseVersions } from "../../sites/index.ts";
import { rewriteSome } from "../queries/rewrite-values.ts";
import type { Effect } from "./affected-contents.ts";
import type { TypeKind, TypeProblem } from "./type-kind.ts";

export const documentsAffected = problem("documents_affected", 409, "The new definition makes published documents invalid", {
  affected: { type: "array", items: { type: "object" }, description: "Contents and their first faults, as in a check; at most 100." },
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
): Promise<{ stored: Stored; isNew: boolean }> {
  const siteId = request.site.id;
  const saving = { now: clock.now(), ids, touched: new Set<string>() };
  return sql.begin(async (tx) => {
    const before = await holdType(tx, kind, request, name);
    refuse([...(before ? [] : await newTypeFaults(tx, kind, siteId, name)), ...kind.faults(input)]);
    const effect = await kind.findAffected(tx, siteId, name, input, { marks: true });
    if (effect.publishedTotal > 0 && !isForced) throw affected(effect);
    await kind.save(tx, saving, siteId, name, input);
    await rewriteSome(tx, saving, siteId, mostSlices);
    const stored = await kind.read(tx, siteId, name);
    if (!stored) throw new Error("A type vanished while it was changed.");
    if (saving.touched.size > 0) await raiseVersions(tx, saving, siteId, { content: true }, saving.touched);
    if (stored.revision !== before?.revision) {
      const target = { type: kind.targetType, id: name, label: stored.title, revision: stored.revision };
      const changes = changesBetween(before ? { ...before } : null, { ...stored });
      await recordChange(tx, saving, { actor: actorOf(request), siteId, action, target, changes });
    }
    return { stored, isNew: !before };
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
  const saving = { now: clock.now(), ids, touched: new Set<string>() };
  await sql.begin(async (tx) => {
    const before = await holdType(tx, kind, request, name);
    const { uses, total } = await kind.findUses(tx, siteId, name);
    if (total > 0) throw new ProblemError(inUse, { detail: `Documents use it: ${total}.`, members: { places: uses, placesTotal: total } });
    await kind.remove(tx, saving, siteId, name);
    await raiseVersions(tx, saving, siteId, { content: true }, saving.touched);
    const target = { type: kind.targetType, id: name, label: before?.title ?? null };
    await recordChange(tx, saving, { actor: actorOf(request), siteId, action, target, removes: true });
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
  const problems = kind.faults(input).map(({ path, message }) => ({ path, message }));
  return sql.begin(async (tx) => {
    if (!(await kind.read(tx, siteId, name))) throw new ProblemError(kind.notFound);
    if (problems.length > 0) return { valid: false, problems, affected: [], affectedTotal: 0 };
    const { affected: found, affectedTotal } = await kind.findAffected(tx, siteId, name, input, { marks: false });
    return { valid: true, problems, affected: found, affectedTotal };
  }, timeout);
}

/**
 * Holds the site's row, as imports and publications do, so that no content is checked by the old definition and published beside the new one. Resolves with
 * the type as the sender has seen it; undefined if it is to be created.
 */
async function holdType<Stored extends { title: string; revision: number }>(
  tx: Transaction,
  kind: TypeKind<never, Stored>,
  request: TypeRequest,
  name: string,
): Promise<Stored | undefined> {
  const siteId = request.site.id;
  await tx`set local lock_timeout = '10s'`;
  await tx`select id from sites where id = ${siteId} for no key update`;
  const stored = await kind.read(tx, siteId, name);
  if (request.expected === "absent") {
    if (!stored) return undefined;
  } else {
    if (!stored) throw new ProblemError(kind.notFound);
    if (stored.revision === seenRevision(request)) return stored;
  }
  throw await conflictAbout(tx, siteId, { type: kind.targetType, id: name }, stored.revision);
}

async function newTypeFaults<Stored extends { title: string; revision: number }>(
  tx: Sql,
  kind: TypeKind<never, Stored>,
  siteId: string,
  name: string,
): Promise<Fault[]> {
  const form = isSlug(name) ? undefined : "must have lower-case letters, digits and single hyphens";
  const fault =
    kind.nameFault(name) ??
    form ??
    ((await kind.count(tx, siteId)) >= mostTypes ? `is one too many: a site may have ${mostTypes}` : undefined);
  return fault === undefined ? [] : [{ path: "", code: "type", message: fault }];
}

function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first)
    throw new ProblemError(validationFailed, {
      detail: `${first.path.slice(1) || "The name"} ${first.message}`,
      errors: faults.slice(0, 20),
    });
}

function affected({ affected: found, affectedTotal, publishedTotal }: Effect): ProblemError {
  const detail = `It makes published contents invalid: ${publishedTotal}. Change them first, or send ?force=true to keep them as they are.`;
  return new ProblemError(documentsAffected, { detail, members: { affected: found, affectedTotal } });
}
