import { actorOf, type AdminIdentity } from "../../../lib/admin/identity.ts";
import { invalidMember, invalidMembers, ProblemError } from "../../../lib/http/problem.ts";
import type { Expected } from "../../../lib/http/revision.ts";
import { lockSite } from "../../../lib/published/lock-site.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import type { Database, Transaction } from "../../../ports/database.ts";
import type { Ids } from "../../../ports/ids.ts";
import { changesBetween, conflictAbout, recordChange } from "../../people/audit/index.ts";
import { raiseVersions } from "../../server/sites/index.ts";
import { eraseFromWebhookEvents } from "../../server/webhooks/index.ts";
import { formHasSubmissions, formSlugTaken, type EditedForm } from "./edited-form.ts";
import { formErrors } from "./form-errors.ts";
import { formDefaults, mostForms, type FormBody } from "./form-input.ts";
import { formNotFound } from "./form.ts";
import { readForm } from "./read-forms.ts";
import { saveForms } from "./save-forms.ts";
import { formsTag } from "./tags.ts";

interface FormRequest {
  site: { id: string };
  admin: AdminIdentity;
}
interface FormDeps {
  sql: Database;
  clock: { now(): Date };
  ids: Ids;
}

/** The state that a change expects: no form yet, as its request says or as its kind has it, or a revision. */
export type ExpectedForm = Expected | "new";

/** Creates or replaces a form, by the rules of bundles. Resolves with the new whole. */
export async function putForm(
  { sql, clock, ids }: FormDeps,
  request: FormRequest,
  { action, slug, input, expected }: { action: string; slug: string; input: FormBody; expected: ExpectedForm },
): Promise<EditedForm> {
  const siteId = request.site.id;
  const ctx = { now: clock.now(), ids, touched: new Set<string>() };
  return sql.begin(async (tx) => {
    const before = await lockForm(tx, siteId, slug, expected);
    if (!before) await refuseNewForm(tx, siteId, slug);
    const errors = formErrors(input);
    if (errors.length > 0) throw invalidMembers(errors, 20);
    await saveForms(tx, ctx, siteId, [{ slug, ...formDefaults, ...input }]);
    const form = await readForm(tx, siteId, slug);
    if (!form) throw new Error("A form vanished while its site was locked.");
    if (ctx.touched.size > 0) {
      await raiseVersions(tx, ctx, siteId, { content: true }, ctx.touched);
      const target = { type: "form", id: slug, label: form.name, revision: form.revision };
      const changes = changesBetween(before ? { ...before } : null, { ...form });
      await recordChange(tx, ctx, { actor: actorOf(request), siteId, action, target, changes });
    }
    return form;
  });
}

/** Deletes a form, with its submissions only if that is forced. */
export async function deleteFormAt(
  { sql, clock, ids }: FormDeps,
  request: FormRequest,
  { slug, seen, isForced }: { slug: string; seen: number; isForced: boolean },
): Promise<void> {
  const siteId = request.site.id;
  const ctx = { now: clock.now(), ids };
  await sql.begin(async (tx) => {
    const before = await lockForm(tx, siteId, slug, seen);
    // Visitors who submit it meanwhile wait for this lock: either they are counted, or the form is gone for them.
    const [form] = await tx<{ id: string }>`select id from forms where site_id = ${siteId} and slug = ${slug} for update`;
    if (!before || !form) throw new ProblemError(formNotFound);
    const [counted] = await tx<{ submissions: number }>`
      select count(*)::int as submissions from form_submissions where site_id = ${siteId} and form_id = ${form.id}`;
    const submissions = counted?.submissions ?? 0;
    if (submissions > 0 && !isForced) {
      const detail = `Submissions: ${submissions}. Export them first, then send ?force=true to delete them with the form.`;
      throw new ProblemError(formHasSubmissions, { detail, members: { submissions } });
    }
    if (submissions > 0) await eraseFromWebhookEvents(tx, siteId, { forms: [slug] });
    await tx`delete from forms where site_id = ${siteId} and id = ${form.id}`;
    await raiseVersions(tx, ctx, siteId, { content: true }, new Set([formsTag]));
    const changes = submissions > 0 ? [{ member: "submissions", from: submissions, to: 0 }] : [];
    const target = { type: "form", id: slug, label: before.name };
    await recordChange(tx, ctx, { actor: actorOf(request), siteId, action: "deleteForm", target, changes, removes: true });
  });
}

/** Locks the site, as imports do, and resolves with the form as the sender has seen it; undefined if it is to be created. */
async function lockForm(tx: Transaction, siteId: string, slug: string, expected: ExpectedForm): Promise<EditedForm | undefined> {
  await tx`set local lock_timeout = '10s'`;
  await lockSite(tx, siteId);
  const form = await readForm(tx, siteId, slug);
  if (expected === "absent" || expected === "new") {
    if (!form) return undefined;
    if (expected === "new") throw new ProblemError(formSlugTaken, { detail: "Choose another slug, or change that form." });
  } else {
    if (!form) throw new ProblemError(formNotFound);
    if (form.revision === expected) return form;
  }
  throw await conflictAbout(tx, siteId, { type: "form", id: slug }, form.revision);
}

async function refuseNewForm(tx: Transaction, siteId: string, slug: string): Promise<void> {
  if (!isSlug(slug)) throw invalidMember("/slug", "pattern", "must have lower-case letters, digits and single hyphens");
  const [counted] = await tx<{ forms: number }>`select count(*)::int as forms from forms where site_id = ${siteId}`;
  if ((counted?.forms ?? 0) >= mostForms) {
    throw invalidMember("/slug", "too_many", `is one too many: a site may have ${mostForms} forms`);
  }
}
