import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { rolesWith } from "../../../../lib/admin/roles.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError, rateLimited, tooMany } from "../../../../lib/http/problem.ts";
import { countAttempt } from "../../../../lib/limits/attempts.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { notifyAdmin } from "../../../people/team/index.ts";
import { addressedTranslation, translationBase, translationNotFound, TranslationParams } from "../../documents/index.ts";
import { entryNotFound, pageContentType, pageNotFound } from "../../rendering/index.ts";
import { reviewTarget } from "../lock-review.ts";
import { readReviews } from "../read-reviews.ts";
import { Review, reviewNotFound, ReviewWords } from "../review.ts";

const reviewAsked = problem("review_asked", 409, "This person has been asked already");

/** Each is a mail to a colleague. */
const mailsPerPerson = { max: 30, windowSeconds: 60 * 60 };
const keptDays = 90;

/** Asks a colleague to look at a draft. */
export const askForReview = operation(
  {
    id: "askForReview",
    method: "POST",
    path: `${translationBase}/reviews`,
    access: "member",
    permission: "content:write",
    grows: true,
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, reviewAsked, rateLimited],
    tags: ["Content"],
    summary: "Ask a colleague to review one locale",
    description:
      "The reviewer is a member who may publish, and gets a mail. Publishing the draft ends the review, or the reviewer does. Ended ones are removed after " +
      `${keptDays} days, with the next request for the document.`,
    params: TranslationParams,
    body: Type.Object({ reviewer: Uuid, note: Type.Optional(ReviewWords) }, { additionalProperties: false }),
    response: { 201: Single(Review) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body, admin, member } = request;
      const ctx = { now: clock.now(), ids };
      const { reviewer, note = null } = body;
      if (reviewer.toLowerCase() === admin.id) throw invalidMember("/reviewer", "self", "must be somebody else");
      const review = await sql.begin(async (tx) => {
        const { translationId } = await addressedTranslation(tx, site.id, params);
        const [colleague] = await tx<{ role: string }>`
          select role from members
          where site_id = ${site.id} and admin_id = ${reviewer} and role = any (${[...rolesWith("content:publish")]}::text[])
          for share`;
        if (!colleague) throw invalidMember("/reviewer", "unknown", "must be a member who may publish");
        const counted = await countAttempt(tx, site.id, `review mails of ${admin.id}`, mailsPerPerson, ctx.now);
        if (!counted.allowed) throw tooMany(counted.retryAfterSeconds);
        await tx`
          delete from review_requests
          where site_id = ${site.id} and translation_id = ${translationId}
            and ended_at < ${ctx.now}::timestamptz - make_interval(days => ${keptDays}::int)`;
        const id = ids.next();
        const added = await tx<{ id: string }>`
          insert into review_requests (site_id, id, translation_id, asker_id, reviewer_id, note, state, created_at)
          select ${site.id}::uuid, ${id}::uuid, translations.id, ${admin.id}::uuid, ${reviewer}::uuid, ${note}, 'OPEN', ${ctx.now}::timestamptz
          from translations
          where translations.site_id = ${site.id} and translations.id = ${translationId} and not translations.is_trashed
          on conflict (site_id, translation_id, reviewer_id) where state = 'OPEN' do nothing
          returning id`;
        if (added.length === 0) throw new ProblemError(reviewAsked, { detail: "Wait for the answer, or take the request back first." });
        const [created] = (await readReviews(tx, site.id, { id })).reviews;
        if (!created) throw new ProblemError(reviewNotFound);
        const { document, locale } = created;
        const target = reviewTarget({ id, title: document.title, locale });
        const changes = [{ member: "reviewer", to: reviewer }];
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "askForReview", target, changes });
        const place = document.contentType === pageContentType ? "pages" : `entries/${document.contentType}`;
        const facts = { title: document.title, site: member.site.name, asker: admin.name, note: note ?? "" };
        await notifyAdmin(tx, ctx, reviewer, "review-asked", facts, { path: `/sites/${site.slug}/${place}/${document.id}/${locale}` });
        return created;
      });
      return { data: review };
    },
);
