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
