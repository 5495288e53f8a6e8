import { createHash, timingSafeEqual } from "node:crypto";
import { revalidateTag } from "next/cache";
import { settings } from "@/lib/settings";
import { cacheTags, type CacheTag } from "@/lib/vitrine";
import { isDelivery } from "@/lib/webhook";

/**
 * Forgets what was kept, so that the next visitor sees what was published. It is for a webhook of Vitrine, whose secret is WEBHOOK_SECRET, and
 * for people and scripts:
 *
 *     curl -X POST -H "authorization: Bearer $REVALIDATE_SECRET" https://shop.example/api/revalidate
 *
 * `?tag=content`, `catalog` or `forms` forgets that alone; blocks may show a product, so a change of the catalogue is for `content` too.
 */
export async function POST(request: Request): Promise<Response> {
  const body = await request.text();
  if (isDelivery(body, request.headers, settings.webhookSecret)) return forget(tagsOf(eventType(body)));
  if (!isAllowed(request.headers.get("authorization"))) return Response.json({ error: "unauthorized" }, { status: 401 });
  const asked = new URL(request.url).searchParams.getAll("tag");
  return forget(cacheTags.filter((tag) => asked.length === 0 || asked.includes(tag)));
}

function forget(tags: readonly CacheTag[]): Response {
  // At once: whoever publishes looks at the page a moment later.
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  return Response.json({ revalidated: tags });
}

function eventType(body: string): string {
  const { type } = JSON.parse(body) as { type: unknown };
  return String(type);
}

/** The parts of the site that an event changes. Events that no page shows, such as a new customer, change none. */
function tagsOf(event: string): CacheTag[] {
  const [subject] = event.split(".");
  switch (subject) {
    case "content":
      return ["content"];
    case "product":
    case "category":
    case "plan":
    // The page of a product shows its stock.
    case "stock":
    case "order":
      return ["content", "catalog"];
    case "release":
    case "asset":
    case "settings":
      return [...cacheTags];
    default:
      return [];
  }
}

/** Digests have the same length, and comparing them takes the same time wherever they differ. */
function isAllowed(authorization: string | null): boolean {
  if (settings.revalidateSecret === "") return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${settings.revalidateSecret}`));
}
