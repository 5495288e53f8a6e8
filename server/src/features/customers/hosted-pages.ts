import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { basePathOf } from "../../lib/base-path.ts";
import { textFault } from "../../lib/json-body.ts";
import type { App } from "../../lib/operation.ts";
import { badRequest, ProblemError, routeNotFound } from "../../lib/problem.ts";
import type { Site } from "../../lib/site.ts";
import { isSiteSlug } from "../../lib/slug.ts";
import { hostedPagePath, type HostedPageName } from "./hosted-address.ts";
import {
  choosePasswordPage,
  confirmEmailPage,
  disownedPage,
  disownPage,
  emailConfirmedPage,
  linkUnusablePage,
  passwordChosenPage,
  type AboutForm,
  type HostedPage,
} from "./hosted-page.ts";
import { disownByToken, findTokenAddress, resetPasswordByToken, verifyEmailByToken } from "./mailed-token.ts";
import { isCommonPassword, maxPasswordLength, minPasswordLength, normalPassword } from "../../lib/password.ts";

const Params = Type.Object({ siteSlug: Type.String() });
const Query = Type.Object({ token: Type.Optional(Type.String()) });
const Form = Type.Object({ token: Type.String({ maxLength: 500 }), password: Type.Optional(Type.String({ maxLength: 1_024 })) });

/** What a page does with the form that was posted. */
type Submit = (site: Site, form: { token: string; password: string }, about: AboutForm) => Promise<HostedPage>;

/**
 * The pages that mails lead to where a site has no storefront of its own for it: to confirm an address, to choose a new
 * password, to remove an account that somebody else made. Opening one changes nothing, since mail scanners open links.
 */
export function hostedPages(app: App, { sql, clock, ids, passwords, sites, publicUrl }: Deps): void {
  const basePath = basePathOf(publicUrl);

  const verifyEmail: Submit = async (site, { token }, about) =>
    (await verifyEmailByToken(sql, site.id, token, clock.now())) ? emailConfirmedPage(about) : linkUnusablePage(about);

  const resetPassword: Submit = async (site, { token, password }, about) => {
    const { length } = Array.from(password);
    if (length < minPasswordLength) return choosePasswordPage({ ...about, fault: "too-short" });
    if (length > maxPasswordLength) return choosePasswordPage({ ...about, fault: "too-long" });
    const email = await findTokenAddress(sql, site.id, "reset-password", token, clock.now());
    if (email === undefined) return linkUnusablePage(about);
    if (isCommonPassword(password, email)) return choosePasswordPage({ ...about, fault: "too-common" });
    const passwordHash = await passwords.turn(({ hash }) => hash(normalPassword(password)));
    const customer = await resetPasswordByToken(sql, { now: clock.now(), ids }, site.id, token, passwordHash);
    return customer ? passwordChosenPage(about) : linkUnusablePage(about);
  };

  const disown: Submit = async (site, { token }, about) =>
    (await disownByToken(sql, site.id, token, clock.now())) ? disownedPage(about) : linkUnusablePage(about);

  const pages: [HostedPageName, (about: AboutForm) => HostedPage, Submit][] = [
    ["verify-email", confirmEmailPage, verifyEmail],
    ["reset-password", choosePasswordPage, resetPassword],
    ["not-me", disownPage, disown],
  ];

  const findSite = async (slug: string): Promise<Site> => {
    const site = isSiteSlug(slug) ? await sites.findSiteBySlug(slug) : undefined;
    if (!site || site.suspended) throw new ProblemError(routeNotFound);
    return site;
  };
  const aboutOf = (site: Site, page: HostedPageName, token: string): AboutForm => ({
    locale: site.defaultLocale,
    siteName: site.name,
    homeUrl: site.storefrontUrl,
    action: basePath + hostedPagePath(site.slug, page),
    token,
  });
  const send = (reply: FastifyReply, { html, headers }: HostedPage) => reply.headers(headers).send(html);

  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) =>
    parseForm(body),
  );
  for (const [page, view, submit] of pages) {
    const path = hostedPagePath(":siteSlug", page);
    app.get(
      path,
      { schema: { params: Params, querystring: Query }, config: { access: "none", cors: "closed", problems: [] } },
      async ({ params, query }, reply) => {
        const about = aboutOf(await findSite(params.siteSlug), page, query.token ?? "");
        return send(reply, query.token ? view(about) : linkUnusablePage(about));
      },
    );
    app.post(
      path,
      { schema: { params: Params, body: Form }, config: { access: "none", cors: "closed", limit: "credentials", problems: [] } },
      async ({ params, body: { token, password = "" } }, reply) => {
        const site = await findSite(params.siteSlug);
        return send(reply, await submit(site, { token, password }, aboutOf(site, page, token)));
      },
    );
  }
}

/** A form's fields. What could not be sent as JSON is refused here too, or a password would be saved that no login can give. */
function parseForm(body: Buffer): Record<string, string> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    // Throws for what is no UTF-8, for which URLSearchParams would put a replacement.
    decodeURIComponent(text);
    const fields = [...new URLSearchParams(text)];
    if (fields.some(([, value]) => textFault(value) !== undefined)) throw new Error("A field holds what no text may.");
    return Object.fromEntries(fields);
  } catch {
    throw new ProblemError(badRequest, { detail: "The form cannot be read." });
  }
}
