import type { Overview, Review } from "@vitrine/client/admin";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { pathOfDocument } from "../content/document-path.ts";
import { Ago } from "../parts/ago.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";

/** In the overview: the drafts that wait for the person's review, and what becomes of those that the person asked others to review. */
export function OwnReviews({ waiting, asked }: NonNullable<Overview["reviews"]>) {
  const { reviews } = reviewTexts;
  return (
    <>
      {waiting.length > 0 && (
        <section aria-label={reviews.waiting}>
          <Card title={reviews.waiting}>
            <Rows>
              {waiting.map((review) => (
                <Row key={review.id} review={review} words={reviews.by(review.asker.name)} at={review.createdAt} quote={review.note} />
              ))}
            </Rows>
          </Card>
        </section>
      )}
      {asked.length > 0 && (
        <section aria-label={reviews.own}>
          <Card title={reviews.own}>
            <Rows>
              {asked.map((review) => (
                <Row
                  key={review.id}
                  review={review}
                  words={stateOf(review)}
                  at={review.endedAt ?? review.createdAt}
                  quote={review.answer}
                />
              ))}
            </Rows>
          </Card>
        </section>
      )}
    </>
  );
}

function stateOf({ state, reviewer }: Review): string {
  const { reviews } = reviewTexts;
  if (state === "OPEN") return reviews.waitsFor(reviewer.name);
  return state === "DONE" ? reviews.isDone(reviewer.name) : reviews.isPublished;
}

function Row({ review, words, at, quote }: { review: Review; words: string; at: string; quote: string | null }) {
  const { slug } = useSite();
  const { document, locale } = review;
  return (
    <li>
      <span>
        <To path={`/sites/${slug}${pathOfDocument(document, locale)}`}>{document.title || texts.pages.untitled}</To>{" "}
        <span className="soft">({localeName(locale)})</span>
        {quote !== null && <span> “{quote}”</span>}
      </span>
      <span className="soft">
        {words} · <Ago at={at} />
      </span>
    </li>
  );
}
