import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { countAttempt } from "../../lib/attempts.ts";
import { truncatedClient } from "../../lib/client-address.ts";
import { SchemaCache } from "../../lib/json-schema.ts";
import type { App } from "../../lib/operation.ts";
import { addToOutbox } from "../../lib/outbox.ts";
import { ProblemError, tooMany, validationFailed } from "../../lib/problem.ts";
import { isSlug } from "../../lib/slug.ts";
import { describeFault } from "../../lib/validation.ts";
import type { Sql } from "../../ports/database.ts";
import { submissionFaults } from "./check-submission.ts";
import { FormSlug, formNotFound, honeypot } from "./form.ts";
import type { Schema } from "./form-members.ts";
import { recipientsOf, type NotifySettings } from "./recipients.ts";

const hour = 60 * 60;
/** Submissions of a form that are told of by mail: whoever floods a form floods no mailbox. */
const notified = { max: 100, windowSeconds: hour };

/** Takes what somebody entered into a form: kept, and told to whom the site names, in one transaction. */
export function submitForm(app: App, { sql, clock, ids, submissionsPerClient }: Deps): void {
  const checks = new SchemaCache();
  app.post(
    "/plugins/svc.forms/forms/:slug/submit",
    {
      schema: {
        operationId: "submitForm",
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
      },
      config: { access: "key", cors: "site", problems: [formNotFound] },
    },
    async ({ site, client, params: { slug }, body }, reply) => {
      if (!isSlug(slug)) throw new ProblemError(formNotFound);
      const { [honeypot]: bait, ...data } = body.data;
      const isSpam = bait !== undefined && bait !== null && bait !== "";
      const now = clock.now();
      const successMessage = await sql.begin(async (tx) => {
        const form = await readForm(tx, site.id, slug);
        if (!form) throw new ProblemError(formNotFound);
        if (!isSpam) {
          const check = checks.check(`${site.id} ${form.id} ${form.version}`, form.schema);
          const errors = submissionFaults(form.schema, check, data).map((fault) => ({ ...fault, path: `/data${fault.path}` }));
          if (errors.length > 0) throw new ProblemError(validationFailed, { detail: describeFault(errors[0], "body"), errors });
        }
        if (submissionsPerClient !== undefined) {
          const limit = { max: submissionsPerClient, windowSeconds: hour };
          const counted = await countAttempt(tx, site.id, `submissions of ${form.id} by ${client}`, limit, now);
          if (!counted.allowed) throw tooMany(counted.retryAfterSeconds);
        }
        const id = ids.next();
        await tx`
          insert into form_submissions (site_id, id, form_id, form_version, data, client, is_spam, created_at)
          values (
            ${site.id}, ${id}, ${form.id}, ${form.version}, ${JSON.stringify(data)}::json, ${truncatedClient(client)}, ${isSpam}, ${now}
          )`;
        const recipients = isSpam ? [] : recipientsOf(form);
        if (recipients.length === 0) return form.successMessage;
        // Last, for it holds up all other submissions of the form until this one is committed.
        const mails = await countAttempt(tx, site.id, `submissions told of ${form.id}`, notified, now);
        for (const to of mails.allowed ? recipients : []) {
          await addToOutbox(tx, { now, ids }, "form-mail", { siteId: site.id, submissionId: id, to });
        }
        return form.successMessage;
      });
      return reply.code(202).send({ ok: true as const, successMessage });
    },
  );
}

interface SubmittedForm extends NotifySettings {
  id: string;
  version: number;
  schema: Schema;
  successMessage: string;
}

async function readForm(tx: Sql, siteId: string, slug: string): Promise<SubmittedForm | undefined> {
  // Locked against being removed, and against nothing else: another version may be saved meanwhile, this one is what was checked.
  const [form] = await tx<SubmittedForm>`
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
    where forms.site_id = ${siteId} and forms.slug = ${slug} and plugins.enabled is distinct from false
    for key share of forms`;
  return form;
}
