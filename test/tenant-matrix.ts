import type { Ids } from "../server/src/ports/ids.ts";
import { cms, type TestServer, type TestSite } from "./harness.ts";
import { sampleSite } from "./sample-site.ts";

/** One read of something that a site has, and what it must show. */
export interface Cell {
  path: string;
  /** What the answer must hold; undefined: it must be the 404 of what never existed. */
  shows: string | undefined;
}

/**
 * Three sites with the same slugs, types, locales and even the same ids, which a key of site and id allows, told apart by
 * the mark in their texts. The third has less than the others.
 */
export async function addTwins(server: TestServer): Promise<{ marks: string[]; sites: TestSite[] }> {
  const marks = ["mark-alpha", "mark-beta", "mark-gamma"];
  const sites: TestSite[] = [];
  for (const mark of marks) {
    const bundle = sampleSite(mark) as { site: object; contentTypes: object[]; pages: object[]; entries: object[] };
    // Bound to an entry that every site has, so that a binding that reaches too far shows another's text.
    const bound = {
      type: "text",
      props: { text: "static" },
      bindings: { "/text": { source: "entry", contentType: "note", slug: "first", path: "/text" } },
    };
    bundle.pages.push({ slug: "bound", locale: "en", title: `${mark} bound`, composition: [bound] });
    if (mark !== "mark-gamma") {
      bundle.pages.push({ slug: `own-${mark}`, locale: "en", title: mark });
      bundle.entries.push({ contentType: "note", slug: `own-${mark}`, locale: "en", data: { text: mark } });
      bundle.contentTypes.push({ slug: `type-${mark}`, title: mark, schema: { type: "object" } });
    }
    const site = await server.addSite({ site: bundle.site });
    await server.import(
      { bundle: 1, ...bundle, site: { slug: site.slug, name: "A site", currency: "eur", ...bundle.site } },
      { ids: countingIds() },
    );
    sites.push(site);
  }
  return { marks, sites };
}

function countingIds(): Ids {
  let last = 0;
  const next = () => `00000000-0000-7000-8000-${String((last += 1)).padStart(12, "0")}`;
  return { next, secret: next };
}

/** Everything that can be asked for, with the mark that must show. */
export function cells(mark: string, foreignMarks: readonly string[]): Cell[] {
  const shared = [
    ...[
      "/block-types",
      "/pages",
      "/pages?locale=de",
      "/pages?page=2&pageSize=3",
      "/pages/home",
      "/pages/home?locale=de",
      "/pages/home?locale=pt-BR",
    ],
    ...[
      "/pages/about",
      "/pages/ueber-uns?locale=de",
      "/pages/about?locale=de",
      "/pages/docs/start",
      "/pages/bound",
      "/content/blog-post",
      "/content/note",
    ],
    ...[
      "/content/blog-post?locale=de",
      "/content/blog-post/first",
      "/content/blog-post/first?locale=de",
      "/content/note/first",
      "/blog/first",
      "/blog/third",
    ],
  ].map((path) => ({ path, shows: mark }));
  const foreign = foreignMarks
    .filter((other) => other !== "mark-gamma")
    .flatMap((other) => [
      `/pages/own-${other}`,
      `/pages/own-${other}?locale=de`,
      `/content/note/own-${other}`,
      `/content/type-${other}`,
      `/content/type-${other}/x`,
    ])
    .map((path) => ({ path, shows: undefined }));
  return [...shared, ...foreign];
}

/** Walks the matrix and says every way in which a site showed something that is not its own, or not all that is. */
export async function walkTenantMatrix(server: TestServer, { marks, sites }: { marks: string[]; sites: TestSite[] }): Promise<string[]> {
  const failures: string[] = [];
  for (const [index, site] of sites.entries()) {
    const mark = marks[index] ?? "";
    const foreignMarks = marks.filter((other) => other !== mark);
    for (const { path, shows } of cells(mark, foreignMarks)) {
      const response = await fetch(server.url + cms + path, { headers: { "x-api-key": site.key } });
      const text = await response.text();
      const said = `${mark} ${path} → ${response.status}`;
      if (foreignMarks.some((other) => text.includes(other))) failures.push(`${said} shows another site's text`);
      if (text.includes("DRAFT-")) failures.push(`${said} shows a draft`);
      if (shows === undefined && response.status !== 404) failures.push(`${said} knows another site's document`);
      if (shows !== undefined && !(response.status === 200 && text.includes(shows))) failures.push(`${said} lacks what is its own`);
      const { total, code, data } = JSON.parse(text) as { total?: number; code?: string; data?: unknown };
      if (path.startsWith("/content/type-") && code !== "content_type_not_found") failures.push(`${said} knows another site's type`);
      for (const { alternates = [] } of [data ?? []].flat() as { alternates?: { locale: string }[] }[]) {
        const locales = alternates.map(({ locale }) => locale);
        if (new Set(locales).size < locales.length) failures.push(`${said} has another site's alternates`);
      }
      if (total !== undefined && total !== expectedTotal(path, mark)) failures.push(`${said} counts ${total}`);
    }
  }
  return failures;
}

/** How many items each list has; the same in all sites but for what only some of them own. */
function expectedTotal(path: string, mark: string): number {
  const own = mark === "mark-gamma" ? 0 : 1;
  if (path === "/block-types") return 2;
  if (path === "/content/note") return 1 + own;
  if (path === "/content/blog-post") return 3;
  if (path.endsWith("locale=de")) return path.startsWith("/pages") ? 3 : 1;
  return 6 + own;
}
