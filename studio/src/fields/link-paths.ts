import { objectOf, textIn, type TargetKind, type Ui } from "./schema.ts";
import type { Target } from "./targets.ts";

/** Where the storefront shows what: a path with `{slug}` in it, and of entries also `{contentType}`. */
export type LinkPaths = Readonly<Record<TargetKind, string>>;

const usual: LinkPaths = {
  page: "/{slug}",
  entry: "/{contentType}/{slug}",
  product: "/products/{slug}",
  category: "/categories/{slug}",
};

/** `uiSchema.paths` names those of a storefront that has others. */
export function pathsOf(ui: Ui): LinkPaths {
  const ownPaths = objectOf(ui.paths);
  return {
    page: textIn(ownPaths.page) ?? usual.page,
    entry: textIn(ownPaths.entry) ?? usual.entry,
    product: textIn(ownPaths.product) ?? usual.product,
    category: textIn(ownPaths.category) ?? usual.category,
  };
}

export function pathOf(paths: LinkPaths, { kind, slug, contentType = "" }: Pick<Target, "kind" | "slug" | "contentType">): string {
  return paths[kind].replace("{contentType}", contentType).replace("{slug}", slug);
}

/**
 * The document that a path names, if the storefront's paths are told and one of them fits. Where they are only the usual ones, nothing is known: a storefront has
 * pages of its own, too.
 */
export function documentAt(paths: LinkPaths, path: string): { documents: "pages" | "entries"; slug: string } | undefined {
  const plain = path.split(/[?#]/)[0] ?? "";
  for (const kind of ["page", "entry"] as const) {
    if (paths[kind] === usual[kind]) continue;
    const [before = "", after = ""] = paths[kind].split("{slug}");
    const start = before.split("{contentType}");
    const rest =
      start.length === 1
        ? tail(plain, before)
        : tail(plain, start[0] ?? "")
            ?.replace(/^[^/]+/, "")
            .replace(/^\//, "");
    if (rest !== undefined && rest !== "" && rest.endsWith(after)) {
      return { documents: kind === "page" ? "pages" : "entries", slug: rest.slice(0, rest.length - after.length) };
    }
  }
  return undefined;
}

const tail = (text: string, start: string) => (text.startsWith(start) ? text.slice(start.length) : undefined);
