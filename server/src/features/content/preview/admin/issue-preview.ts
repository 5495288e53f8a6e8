import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";
import { GivenInstant, Instant, Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError } from "../../../../lib/http/problem.ts";
import { pageNotFound } from "../../rendering/index.ts";
import { countPreviews } from "../issued-preview.ts";
import { issuePreviewOf, previewLocale } from "../issue-previews.ts";
import { previewLifeMs, previewLink, releasePreviewLink } from "../preview-token.ts";

const tooManyPreviews = problem("too_many_previews", 409, "The site has reached its limit of previews");

/** Those that ended are removed a day later. */
const mostPreviews = 1_000;

const previewOf = (description: string) => Type.Optional(Type.Unsafe<string>({ ...Uuid, description }));

/** Makes a link that shows the draft of a page, or the site after a release, to anybody who has it. */
export const issuePreview = operation(
  {
    id: "issuePreview",
    method: "POST",
    path: `${siteBase}/previews`,
    access: "member",
    permission: "previews:write",
    grows: true,
    showsSecret: true,
    cors: "closed",
    problems: [pageNotFound, releaseNotFound, tooManyPreviews],
    tags: ["Content"],
    summary: "Make a preview of a page or a release",
    description:
      "Name a page or a release. With a release's token in `x-preview`, beside the key, published reads answer as they will after the " +
      "release. The token is shown only once. It is valid for a day unless `expiresAt` says otherwise: at least a minute, at most 30 days.",
    params: SiteParams,
    body: Type.Object(
      { page: previewOf("The id of the page."), release: previewOf("The id of the release."), expiresAt: Type.Optional(GivenInstant) },
      { additionalProperties: false },
    ),
    response: {
      201: Single(
        Type.Object(
          { id: Uuid, token: Type.String(), url: Type.String({ format: "uri" }), expiresAt: Instant },
          { additionalProperties: false },
        ),
      ),
    },
  },
  ({ sql, clock, ids, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "publicUrl">) =>
    async (request) => {
      const { site, body } = request;
      const now = clock.now();
      const expiresAt = body.expiresAt === undefined ? new Date(now.getTime() + previewLifeMs.usual) : new Date(body.expiresAt);
      const lifeMs = expiresAt.getTime() - now.getTime();
      if (!(lifeMs >= previewLifeMs.shortest && lifeMs <= previewLifeMs.longest)) {
        throw invalidMember("/expiresAt", "range", "must be a minute to 30 days from now");
      }
      const { page, release } = body;
      if ((page === undefined) === (release === undefined))
        throw invalidMember("/page", "required", "is required, or release, and not both");
      const created = await sql.begin(async (tx) => {
        if ((await countPreviews(tx, site.id)) >= mostPreviews) {
          throw new ProblemError(tooManyPreviews, { detail: `A site has at most ${mostPreviews}. Those that ended go after a day.` });
        }
        const by = { actor: actorOf(request), siteId: site.id, action: "issuePreview" };
        const of = page === undefined ? { releaseId: release ?? "" } : { pageId: page };
        const issuedPreview = await issuePreviewOf(tx, { now, ids }, by, { ...of, expiresAt });
        if (!issuedPreview) throw new ProblemError(page === undefined ? releaseNotFound : pageNotFound);
        const locale = page === undefined ? undefined : await previewLocale(tx, site, page);
        const url =
          page === undefined
            ? releasePreviewLink(site.storefrontUrl ?? publicUrl, issuedPreview.token)
            : previewLink(publicUrl, issuedPreview.token, locale === site.defaultLocale ? undefined : locale);
        return { ...issuedPreview, url };
      });
      return { data: { ...created, expiresAt: expiresAt.toISOString() } };
    },
);
