import type { FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { countAttempt } from "../../../../lib/limits/attempts.ts";
import { ConcurrencyLimiter } from "../../../../lib/limits/concurrency-limiter.ts";
import { mostUploadMb } from "../../../../lib/json-schema/json-schema-kinds.ts";
import { SchemaCache } from "../../../../lib/json-schema/json-schema.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { badRequest, ProblemError, tooMany, unavailable, validationFailed, type ValidationError } from "../../../../lib/http/problem.ts";
import { isSlug } from "../../../../lib/text/slug.ts";
import { describeError, withShortPath } from "../../../../lib/http/validation.ts";
import type { Sql } from "../../../../ports/database.ts";
import {
  fileName,
  formFiles,
  receiveForm,
  removeFormFiles,
  roomProblems,
  withoutSilenceLimit,
  type FileDeps,
  type FormFile,
  type FormFiles,
} from "../../../content/media/index.ts";
import { demandRoom, siteFull } from "../../../server/sites/index.ts";
import { submissionErrors } from "../check-submission.ts";
import { FormSlug, formNotFound, honeypot } from "../form.ts";
import type { Schema } from "../form-members.ts";
import { keepSubmission } from "../keep-submission.ts";
import { formValues, textErrorOf } from "../form-values.ts";
import { arrivalErrors, contentErrors, uploadFieldsOf, withFiles, withoutFiles, type SubmittedFile } from "../upload-fields.ts";
import { recipientsOf, type NotifySettings } from "../recipients.ts";

const hour = 60 * 60;
/** The submissions of a form that cause an email: a flood of submissions floods no mailbox, and no single client uses up the limit. */
const told = { max: 100, windowSeconds: hour };
const toldOfOneClient = { max: 50, windowSeconds: hour };
/** A form is text that a person typed; a larger body is an attempt to keep the server busy. */
const maxBodyBytes = 64 * 1024;
/** Of one submission. */
const maxFiles = 5;
/** For all files over a slow connection: some 35 KiB a second. */
const arrivesWithinMs = 10 * 60_000;
/** A form with files holds a connection and space on the disk while it arrives: neither a client nor a site takes those of all others. */
const formsOfClient = { atOnce: 3, maxWaiting: 10, maxWaitMs: 20_000, refusal: "You are sending too many files at once. Try again soon." };
const formsOfSite = {
  ...formsOfClient,
  atOnce: 16,
  inAll: 32,
  maxWaiting: 50,
  refusal: "Too many files are being sent at once. Try again soon.",
};
/** Only a loop changes a form so often between its reading and its submission. */
const triesAtOnce = 3;

const Body = Type.Object({
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: "The fields by name, as the form's schema has them.",
    examples: [{ name: "Ada", email: "ada@example.com", message: "Hello" }],
  }),
});
const Parts = Type.Object(
  {},
  {
    additionalProperties: Type.Union([
      Type.String({ description: "A text; the schema of the form says whether it stands for a number, a boolean or a list." }),
      Type.String({ format: "binary", description: "A file, for a field with `vitrine:upload`." }),
    ]),
    description: "A part for each field, by its name; several of one name for a list.",
  },
);

/** Accepts a visitor's submission: stored with the email to the site's recipients, in one transaction. */
export const submitForm = operation(
  {
    id: "submitForm",
    method: "POST",
    path: "/api/public/v1/plugins/svc.forms/forms/{slug}/submit",
    access: "key",
    cors: "site",
    problems: [formNotFound, siteFull, ...roomProblems],
    tags: ["Forms"],
    summary: "Submit a form",
    description:
      "Checks `data` against the form's schema and keeps it. Members that the schema does not name are refused, unless it " +
      "allows them itself. What is wrong is told field by field: `path` is a JSON Pointer into the body, such as `/data/email`. " +
      `A page may add the member \`${honeypot}\` as a field that people do not see: where it is filled in the answer is the ` +
      "same, whatever else was sent, and the submission is kept as spam that nobody is told of. The people whom the site " +
      "names get a mail; an address in the form gets none. A client may submit a form so many times an hour, then 429. " +
      "A form with fields for files (`vitrine:upload`) takes `multipart/form-data`, with a part for each field: " +
      `${maxFiles} files and ${mostUploadMb} MB in all. The content decides the type of a file. An empty part counts as an absent field.`,
    params: Type.Object({ slug: FormSlug }),
    takes: "jsonOrParts",
    body: Body,
    bodyForms: { "application/json": Body, "multipart/form-data": Parts },
    response: {
      202: Type.Object(
        { ok: Type.Literal(true), successMessage: Type.String({ description: "What to tell whoever submitted it." }) },
        { additionalProperties: false },
      ),
    },
    maxBodyBytes: maxBodyBytes,
  },
  (deps: FileDeps & Pick<Deps, "siteLimiter" | "submissionsPerClient" | "dataQuotaMb">) => {
    const { sql, clock, ids, media, siteLimiter, submissionsPerClient, dataQuotaMb } = deps;
    const checks = new SchemaCache();
    const clientLimiter = new ConcurrencyLimiter(formsOfClient);
    const partsLimiter = new ConcurrencyLimiter(formsOfSite);

    return async (request) => {
      const { site, client, body } = request;
      const form = await readForm(sql, site.id, request.params.slug);
      if (!form) throw new ProblemError(formNotFound);
      await demandRoom(sql, dataQuotaMb, site.id);
      // Counted before the check, which is the expensive part: an invalid submission counts as well. And in a transaction of its own, so
      // that no request waits for the next steps of another.
      if (submissionsPerClient !== undefined) {
        const limit = { max: submissionsPerClient, windowSeconds: hour };
        const counted = await countAttempt(sql, site.id, `submissions of ${form.id} by ${client}`, limit, clock.now());
        if (!counted.allowed) throw tooMany(counted.retryAfterSeconds);
      }
      if (!((body as unknown) instanceof Readable)) return submit(request, form, { valuesFor: () => body.data, files: [] });
      const { socket } = request.raw;
      return withoutSilenceLimit(socket, () =>
        clientLimiter.run(client, () => partsLimiter.run(site.id, () => submitParts(request, form))),
      );
    };

    /** Receives the parts of a form on this machine, and removes the files there once they are stored or refused. */
    async function submitParts(request: FastifyRequest, form: SubmittedForm): Promise<Accepted> {
      const fields = uploadFieldsOf(form.schema);
      const received = await receiveForm(request, {
        folder: media.uploads,
        now: () => clock.monotonicMs(),
        maxBytes: mostUploadMb * 2 ** 20,
        maxFiles,
        maxBytesOf: (name) => {
          const field = fields.get(name);
          return field && Math.min(field.maxBytes, media.maxBytes);
        },
        maxTextBytes: maxBodyBytes,
        withinMs: arrivesWithinMs,
      });
      try {
        const error = textErrorOf(received);
        if (error !== undefined) throw new ProblemError(badRequest, { detail: `A part of the form ${error}.` });
        return await submit(request, form, { valuesFor: (schema) => formValues(schema, received), files: received.files });
      } finally {
        await removeFormFiles(received.files);
      }
    }

    async function submit(request: FastifyRequest, firstForm: SubmittedForm, { valuesFor, files }: Submitted): Promise<Accepted> {
      const { site, client } = request;
      const now = clock.now();
      const paths = files.map(({ path = "" }) => path);
      const work = formFiles(deps, site.id, client, paths);
      try {
        for (let attempt = 1; attempt <= triesAtOnce; attempt += 1) {
          const form = attempt === 1 ? firstForm : await readForm(sql, site.id, firstForm.slug);
          if (!form) throw new ProblemError(formNotFound);
          const { [honeypot]: bait, ...data } = request.spend(() => valuesFor(form.schema));
          const isSpam = bait !== undefined && bait !== null && bait !== "";
          // Without a lock: the check of a large form may take a moment.
          if (!isSpam) request.spend(() => check(site.id, form, data, files));
          // Spam leaves no file, and nobody reads it.
          const storedFiles = isSpam || files.length === 0 ? [] : await store(form, data, files, work);
          const isTold = !isSpam && recipientsOf(form).length > 0 && (await mayTell(site.id, form.id, client, now));
          const storedData = isSpam ? withoutFiles(data) : withFiles(data, storedFiles);
          const submission = { siteId: site.id, form, data: storedData, files: storedFiles, client, isSpam, isTold };
          if (await siteLimiter.run(site.id, () => keepSubmission(sql, { ids, now }, submission))) {
            return { ok: true as const, successMessage: form.successMessage };
          }
        }
      } finally {
        await work.end();
      }
      throw new ProblemError(unavailable, { headers: { "retry-after": "1" } });
    }

    function check(siteId: string, form: SubmittedForm, data: Values, files: readonly FormFile[]): void {
      const ofFiles = arrivalErrors(form.schema, data, files, maxFiles);
      const compiled = checks.check(`${siteId} ${form.id} ${form.version}`, form.schema);
      const errors = submissionErrors(form.schema, compiled, data).map((error) => ({ ...error, path: `/data${error.path}` }));
      const reported = new Set(ofFiles.map(({ path }) => path));
      refuse(data, [...ofFiles.map(withShortPath), ...errors.filter(({ path }) => !reported.has(path))]);
    }

    /** Stores the files of a submission once their contents are what the form accepts. */
    async function store(form: SubmittedForm, data: Values, files: readonly FormFile[], work: FormFiles): Promise<StoredFile[]> {
      refuse(data, contentErrors(form.schema, data, files, await work.prepare()));
      const storedFiles = await work.store();
      return storedFiles.map(({ id: fileId, contentType, extension, bytes }, index) => ({
        id: ids.next(),
        fileId,
        name: fileName(files[index]?.name, extension),
        type: contentType,
        size: bytes,
      }));
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

type Accepted = { ok: true; successMessage: string };
type Values = Readonly<Record<string, unknown>>;

/** A submission as it arrived: JSON, or the parts of a form, whose values depend on the schema. */
interface Submitted {
  valuesFor(schema: Schema): Values;
  files: readonly FormFile[];
}

interface StoredFile extends SubmittedFile {
  fileId: string;
}

function refuse(data: Values, errors: readonly ValidationError[]): void {
  if (errors[0]) throw new ProblemError(validationFailed, { detail: describeError(errors[0], "body", { data }), errors });
}

interface SubmittedForm extends NotifySettings {
  id: string;
  slug: string;
  version: number;
  schema: Schema;
  successMessage: string;
}

async function readForm(sql: Sql, siteId: string, slug: string): Promise<SubmittedForm | undefined> {
  if (!isSlug(slug)) return undefined;
  const [form] = await sql<SubmittedForm>`
    select
      forms.id,
      forms.slug,
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
