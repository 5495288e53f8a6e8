import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { countAttempt } from "../../../../lib/limits/attempts.ts";
import { SchemaCache } from "../../../../lib/json-schema/json-schema.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, tooMany, unavailable, validationFailed } from "../../../../lib/http/problem.ts";
import { isSlug } from "../../../../lib/text/slug.ts";
import { describeError } from "../../../../lib/http/validation.ts";
import type { Sql } from "../../../../ports/database.ts";
import { demandRoom, siteFull } from "../../../server/sites/index.ts";
import { submissionErrors } from "../check-submission.ts";
import { FormSlug, formNotFound, honeypot } from "../form.ts";
import type { Schema } from "../form-members.ts";
import { keepSubmission } from "../keep-submission.ts";
import { recipientsOf, type NotifySettings } from "../recipients.ts";

const hour = 60 * 60;
/** The submissions of a form that cause an email: a flood of submissions floods no mailbox, and no single client uses up the limit. */
const told = { max: 100, windowSeconds: hour };
const toldOfOneClient = { max: 50, windowSeconds: hour };
/** A form is text that a person typed; a larger body is an attempt to keep the server busy. */
const maxBodyBytes = 64 * 1024;
/** Only a loop changes a form so often between its reading and its submission. */
const triesAtOnce = 3;

/** Accepts a visitor's submission: stored with the email to the site's recipients, in one transaction. */
export const submitForm = operation(
  {
    id: "submitForm",
    method: "POST",
    path: "/api/public/v1/plugins/svc.forms/forms/{slug}/submit",
    access: "key",
    cors: "site",
    problems: [formNotFound, siteFull],
    tags: ["Forms"],
    summary: "Submit a form",
    description:
      "Checks `data` against the form's schema and keeps it. Members that the schema does not name are refused, unless it " +
      "allows them itself. What is wrong is told field by field: `path` is a JSON Pointer into the body, such as `/data/email`. " +
      `A page may add the member \`${honeypot}\` as a field that people do not see: where it is filled in the answer is the ` +
      "same, whatever else was sent, and the submission is kept as spam that nobody is told of. The people whom the site " +
      "names get a mail; an address in the form gets none. A client may submit a form so many times an hour, then 429.",
    params: Type.Object({ slug: FormSlug }),
    body: Type.Object({
      data: Type.Record(Type.String(), Type.Unknown(), {
        description: "The fields by name, as the form's schema has them.",
        examples: [{ name: "Ada", email: "ada@example.com", message: "Hello" }],
      }),
    }),
    response: {
      202: Type.Object(
        { ok: Type.Literal(true), successMessage: Type.String({ description: "What to tell whoever submitted it." }) },
        { additionalProperties: false },
      ),
    },
    maxBodyBytes: maxBodyBytes,
  },
  ({
    sql,
    clock,
    ids,
    siteLimiter,
    submissionsPerClient,
    dataQuotaMb,
  }: Pick<Deps, "sql" | "clock" | "ids" | "siteLimiter" | "submissionsPerClient" | "dataQuotaMb">) => {
    const checks = new SchemaCache();

    return async (request) => {
      const { site, client, body } = request;
      const { slug } = request.params;
      if (!isSlug(slug)) throw new ProblemError(formNotFound);
      const { [honeypot]: bait, ...data } = body.data;
      const isSpam = bait !== undefined && bait !== null && bait !== "";
      const now = clock.now();
      for (let attempt = 1; attempt <= triesAtOnce; attempt += 1) {
        const form = await readForm(sql, site.id, slug);
        if (!form) throw new ProblemError(formNotFound);
        if (attempt === 1) await demandRoom(sql, dataQuotaMb, site.id);
        // Counted before the check, which is the expensive part: an invalid submission counts as well. And in a transaction of its own, so
        // that no request waits for the next steps of another.
        if (attempt === 1 && submissionsPerClient !== undefined) {
          const limit = { max: submissionsPerClient, windowSeconds: hour };
          const counted = await countAttempt(sql, site.id, `submissions of ${form.id} by ${client}`, limit, now);
          if (!counted.allowed) throw tooMany(counted.retryAfterSeconds);
        }
        // Without a lock: the check of a large form may take a moment.
        if (!isSpam) request.spend(() => check(site.id, form, data));
        const isTold = !isSpam && recipientsOf(form).length > 0 && (await mayTell(site.id, form.id, client, now));
        const submission = { siteId: site.id, form, data, client, isSpam, isTold };
        if (await siteLimiter.run(site.id, () => keepSubmission(sql, { ids, now }, submission))) {
          return { ok: true as const, successMessage: form.successMessage };
        }
      }
      throw new ProblemError(unavailable, { headers: { "retry-after": "1" } });
    };

    function check(siteId: string, form: SubmittedForm, data: Readonly<Record<string, unknown>>): void {
      const compiled = checks.check(`${siteId} ${form.id} ${form.version}`, form.schema);
      const errors = submissionErrors(form.schema, compiled, data).map((error) => ({ ...error, path: `/data${error.path}` }));
      if (errors[0]) throw new ProblemError(validationFailed, { detail: describeError(errors[0], "body", { data }), errors });
    }

    async function mayTell(siteId: string, formId: string, client: string, now: Date): Promise<boolean> {
      if (submissionsPerClient !== undefined) {
        const ownAttempt = await countAttempt(sql, siteId, `submissions told of ${formId} by ${client}`, toldOfOneClient, now);
        if (!ownAttempt.allowed) return false;
      }
      return (await countAttempt(sql, siteId, `submissions told of ${formId}`, told, now)).allowed;
    }
  },
);

interface SubmittedForm extends NotifySettings {
  id: string;
  version: number;
  schema: Schema;
  successMessage: string;
}

async function readForm(sql: Sql, siteId: string, slug: string): Promise<SubmittedForm | undefined> {
  const [form] = await sql<SubmittedForm>`
    select
      forms.id,
      forms.version,
      forms.schema,
      forms.success_message as "successMessage",
      sites.settings #> '{forms,notify}' as "siteNotify",
      plugins.config -> 'notify' as "pluginNotify"
    from forms
    join sites on sites.id = forms.site_id
    left join plugins on plugins.site_id = forms.site_id and plugins.plugin = 'svc.forms'
    where forms.site_id = ${siteId} and forms.slug = ${slug} and plugins.enabled is distinct from false`;
  return form;
}
