import type { NewWebhookEvent } from "../../../server/webhooks/index.ts";
import { kindOf } from "../drafts/locked-document.ts";
import type { Publication } from "./publication.ts";

/** What a saved plan means for those who show the content elsewhere. */
export function publicationEvents({ changed, moved }: Pick<Publication, "changed" | "moved">): NewWebhookEvent[] {
  const placeOf = ({ documentId, locale }: { documentId: string; locale: string }) => `${documentId} ${locale}`;
  const published = new Map(changed.flatMap((each) => (each.published ? [[placeOf(each), each.published]] : [])));
  return [
    ...moved.map((former): NewWebhookEvent => {
      const { documentId: id, contentType, locale, slug } = former;
      const now = published.get(placeOf(former));
      const data = { id, kind: kindOf(contentType), contentType, locale };
      return now
        ? { type: "content.moved", data: { ...data, slug: now.slug, previousSlug: slug } }
        : { type: "content.unpublished", data: { ...data, slug } };
    }),
    ...[...published.values()].map(({ documentId: id, contentType, locale, slug }): NewWebhookEvent => {
      return { type: "content.published", data: { id, kind: kindOf(contentType), contentType, locale, slug } };
    }),
  ];
}
