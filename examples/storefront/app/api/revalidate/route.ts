import { createHash, timingSafeEqual } from "node:crypto";
import { revalidateTag } from "next/cache";
import { settings } from "@/lib/settings";
import { cacheTags } from "@/lib/vitrine";

/**
 * Forgets what was kept, so that the next visitor sees what was published:
 *
 *     curl -X POST -H "authorization: Bearer $REVALIDATE_SECRET" https://shop.example/api/revalidate
 *
 * `?tag=content`, `catalog` or `forms` forgets that alone; blocks may show a product, so a change of the catalogue is for `content` too.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isAllowed(request.headers.get("authorization"))) return Response.json({ error: "unauthorized" }, { status: 401 });
  const asked = new URL(request.url).searchParams.getAll("tag");
  const tags = cacheTags.filter((tag) => asked.length === 0 || asked.includes(tag));
  // At once: whoever publishes looks at the page a moment later.
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  return Response.json({ revalidated: tags });
}

/** Digests have the same length, and comparing them takes the same time wherever they differ. */
function isAllowed(authorization: string | null): boolean {
  if (settings.revalidateSecret === "") return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${settings.revalidateSecret}`));
}
