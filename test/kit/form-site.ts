import { cms, type Answer, type TestServer, type TestSite } from "./harness.ts";

/** A form of a bundle that takes a message. */
export function contactForm() {
  return {
    slug: "contact",
    name: "Contact",
    schema: {
      type: "object",
      required: ["name", "email", "message"],
      properties: {
        name: { type: "string", title: "Your name", minLength: 1, maxLength: 200 },
        email: { type: "string", title: "Your e-mail address", format: "email" },
        topic: { type: "string", enum: ["order", "other"] },
        message: { type: "string", title: "Message", minLength: 1, maxLength: 20_000 },
      },
    },
    uiSchema: { message: { widget: "textarea" } },
    submitLabel: "Send it",
    successMessage: "Thanks, we will answer.",
  };
}

/** A minimal form of a bundle. */
export function formOf<T extends object>(more: T) {
  return { slug: "form", name: "A form", ...more };
}

/** The plugin of a site that sends mails about submissions. */
export function formsPlugin(...notify: string[]) {
  return { plugins: { "svc.forms": { enabled: true, config: { notify } } } };
}

/** Submits a form of the site, as a page does. */
export function submitter(server: Pick<TestServer, "ask">, site: TestSite, slug = "contact", headers: Record<string, string> = {}) {
  return (data: object): Promise<Answer> =>
    server.ask(`${cms}/plugins/svc.forms/forms/${slug}/submit`, {
      method: "POST",
      key: site.key,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ data }),
    });
}

/** The submissions of a site, in order. */
export async function submissionsOf({ deps }: Pick<TestServer, "deps">, { id }: TestSite) {
  return deps.sql<{ data: Record<string, unknown>; version: number; isSpam: boolean; client: string; createdAt: Date }>`
    select data, form_version as version, is_spam as "isSpam", client, created_at as "createdAt"
    from form_submissions where site_id = ${id} order by created_at, id`;
}

/** A form of a bundle that takes a CV and up to three pictures. */
export function applicationForm() {
  return formOf({
    slug: "apply",
    name: "Application",
    schema: {
      type: "object",
      required: ["name", "cv"],
      properties: {
        name: { type: "string", minLength: 1, maxLength: 100 },
        email: { type: "string", format: "email" },
        age: { type: "integer", minimum: 18 },
        consent: { type: "boolean", const: true },
        days: { type: "array", maxItems: 7, items: { type: "string", enum: ["mon", "tue"] } },
        cv: { $ref: "vitrine:upload", title: "CV", "x-accept": ["application/pdf", "text/plain"], "x-maxMb": 1 },
        pictures: { type: "array", maxItems: 3, items: { $ref: "vitrine:upload", "x-accept": ["image"] } },
      },
    },
  });
}

/** Submits a form of the site as `multipart/form-data`. */
export function partsSubmitter(server: Pick<TestServer, "ask">, site: TestSite, slug = "apply", headers: Record<string, string> = {}) {
  return async (form: FormData | Record<string, string | File>): Promise<Answer> => {
    const parts = form instanceof FormData ? form : new FormData();
    if (!(form instanceof FormData)) for (const [name, value] of Object.entries(form)) parts.append(name, value);
    const encoded = new Response(parts);
    return server.ask(`${cms}/plugins/svc.forms/forms/${slug}/submit`, {
      method: "POST",
      key: site.key,
      headers: { "content-type": encoded.headers.get("content-type") ?? "", ...headers },
      body: Buffer.from(await encoded.arrayBuffer()),
    });
  };
}
