import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { basePathOf } from "../../../../lib/http/base-path.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, routeNotFound } from "../../../../lib/http/problem.ts";
import type { Site } from "../../../../lib/site.ts";
import { isSiteSlug } from "../../../../lib/text/slug.ts";
import { hostedPagePath, type HostedPageName } from "../hosted-address.ts";
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
} from "../hosted-page.ts";
import { disownByToken, findTokenAddress } from "../mailed-token.ts";
import { resetPasswordByToken } from "../password-by-token.ts";
import { verifyEmailByToken } from "../verify-email.ts";
import { isCommonPassword, maxPasswordLength, minPasswordLength, normalPassword } from "../../../../lib/secrets/password.ts";

const Params = Type.Object({ siteSlug: Type.String() });
const Query = Type.Object({ token: Type.Optional(Type.String()) });
const Form = Type.Object({ token: Type.String({ maxLength: 500 }), password: Type.Optional(Type.String({ maxLength: 1_024 })) });

/** The action of a page for its posted form. */
type Submit = (
  deps: Pick<Deps, "sql" | "clock" | "ids" | "passwords">,
  site: Site,
  form: { token: string; password: string; client: string },
  about: AboutForm,
) => Promise<HostedPage>;

const verifyEmail: Submit = async ({ sql, clock, ids }, site, { token }, about) =>
  (await verifyEmailByToken(sql, { now: clock.now(), ids }, site.id, token)) ? emailConfirmedPage(about) : linkUnusablePage(about);

const resetPassword: Submit = async ({ sql, clock, ids, passwords }, site, { token, password, client }, about) => {
  const { length } = Array.from(password);
  if (length < minPasswordLength) return choosePasswordPage({ ...about, fault: "too-short" });
  if (length > maxPasswordLength) return choosePasswordPage({ ...about, fault: "too-long" });
  const email = await findTokenAddress(sql, site.id, "reset-password", token, clock.now());
  if (email === undefined) return linkUnusablePage(about);
  if (isCommonPassword(password, email)) return choosePasswordPage({ ...about, fault: "too-common" });
  const passwordHash = await passwords.turn({ group: site.id, client }, ({ hash }) => hash(normalPassword(password)));
  const customer = await resetPasswordByToken(sql, { now: clock.now(), ids }, site.id, token, passwordHash);
  return customer ? passwordChosenPage(about) : linkUnusablePage(about);
};

const disown: Submit = async ({ sql, clock, ids }, site, { token }, about) =>
  (await disownByToken(sql, { now: clock.now(), ids }, site.id, token)) ? disownedPage(about) : linkUnusablePage(about);

/**
 * The pages for links in emails to customers of a site whose storefront has no such page: to confirm an address, to choose a new password,
 * to remove an account that somebody else made. Opening one changes nothing, since mail scanners open links.
 */
export const hostedPages = [
  ...hostedPage("verify-email", confirmEmailPage, verifyEmail),
  ...hostedPage("reset-password", choosePasswordPage, resetPassword),
  ...hostedPage("not-me", disownPage, disown),
];

function hostedPage(page: HostedPageName, view: (about: AboutForm) => HostedPage, submit: Submit) {
  const path = hostedPagePath("{siteSlug}", page);
  const common = { path, access: "none", cors: "closed", problems: [], tags: ["Customers"], params: Params } as const;
  return [
    operation(
      { ...common, id: "showHostedPage", method: "GET", summary: "A page that a mail leads to", query: Query },
      (deps: Pick<Deps, "sites" | "publicUrl">) =>
        async ({ params, query }, reply) => {
          const about = aboutOf(deps, await findSite(deps, params.siteSlug), page, query.token ?? "");
          return send(reply, query.token ? view(about) : linkUnusablePage(about));
        },
    ),
    operation(
      {
        ...common,

        id: "submitHostedPage",
        method: "POST",
        summary: "What the page posts",
        body: Form,
        takes: "form",
        limit: "credentials",
      },
      (deps: Pick<Deps, "sql" | "clock" | "ids" | "passwords" | "sites" | "publicUrl">) =>
        async ({ params, client, body: { token, password = "" } }, reply) => {
          const site = await findSite(deps, params.siteSlug);
          return send(reply, await submit(deps, site, { token, password, client }, aboutOf(deps, site, page, token)));
        },
    ),
  ];
}

async function findSite({ sites }: Pick<Deps, "sites">, slug: string): Promise<Site> {
  const site = isSiteSlug(slug) ? await sites.findSiteBySlug(slug) : undefined;
  if (!site || site.suspended) throw new ProblemError(routeNotFound);
  return site;
}

function aboutOf({ publicUrl }: Pick<Deps, "publicUrl">, site: Site, page: HostedPageName, token: string): AboutForm {
  return {
    locale: site.defaultLocale,
    siteName: site.name,
    homeUrl: site.storefrontUrl,
    action: basePathOf(publicUrl) + hostedPagePath(site.slug, page),
    token,
  };
}

const send = (reply: FastifyReply, { html, headers }: HostedPage) => reply.headers(headers).send(html);
