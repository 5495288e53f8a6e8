import type { Sql } from "../../../ports/database.ts";
import { readReviews } from "./read-reviews.ts";
import type { Review } from "./review.ts";

/** The person who asked sees for so long how a review has ended. */
const endedMs = 7 * 24 * 60 * 60_000;

/** The drafts that wait for a person's review, and those that others review for this person. */
export async function readOwnReviews(
  sql: Sql,
  siteId: string,
  adminId: string,
  now: Date,
): Promise<{ waiting: Review[]; asked: Review[] }> {
  const { reviews: waiting } = await readReviews(sql, siteId, { reviewerId: adminId, isOpen: true });
  const { reviews: asked } = await readReviews(sql, siteId, { askerId: adminId, endedSince: new Date(now.getTime() - endedMs) });
  return { waiting, asked };
}
