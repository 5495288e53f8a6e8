import { type BoundSite, findEmptyBindings } from "../rendering/index.ts";
import { didYouMean } from "../../../lib/text/did-you-mean.ts";
import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { versionsOf } from "./check-answers.ts";
import type { Bundle } from "./schema.ts";

/** Reports show a hundred at most. */
const mostWarnings = 100;

/** Bindings, forms and links of a saved bundle that lead nowhere. Call it in the transaction of the save. */
export async function looseEnds(tx: Sql, site: BoundSite, bundle: Bundle, publicUrl: string): Promise<ValidationError[]> {
  const bindings = await bindingWarnings(tx, site, bundle, publicUrl);
  return [...bindings, ...(await formWarnings(tx, site.id, bundle)), ...(await linkWarnings(tx, site.id, bundle))];
}

async function bindingWarnings(tx: Sql, site: BoundSite, { pages = [] }: Bundle, publicUrl: string): Promise<ValidationError[]> {
  const warnings: ValidationError[] = [];
  const deps = { sql: tx, publicUrl, media: { publicUrl } };
  for (const [index, page] of pages.entries()) {
    if (warnings.length >= mostWarnings) break;
    for (const { content, path: at, readers } of versionsOf(page)) {
      for (const { path, binding, hasSource } of await findEmptyBindings(deps, site, { content, locale: page.locale }, readers)) {
        const { source, contentType, slug } = binding;
        const name = source === "entry" ? `${contentType}/${slug}` : slug;
        const message = hasSource
          ? `leads nowhere: the ${source}${name === undefined ? "" : ` ${name}`} has no ${binding.path}`
          : `leads nowhere: the site has no ${source} ${name} that is public`;
        warnings.push({ path: `/pages/${index}${at}${path}`, code: "binding", message });
      }
    }
  }
  return warnings;
}

/** A text of a bundle, with the block that it belongs to, if there is one. */
interface FoundText {
  path: string;
  text: string;
  /** The last step of the path. */
  member: string;
  blockType: string | undefined;
}

/** The texts of pages and entries. */
function* textsOf({ pages = [], entries = [] }: Bundle): Generator<FoundText> {
  for (const [index, { composition, draft }] of pages.entries()) {
    yield* textsIn(composition, `/pages/${index}/composition`);
    yield* textsIn(draft?.composition, `/pages/${index}/draft/composition`);
  }
  for (const [index, { data, draft }] of entries.entries()) {
    yield* textsIn(data, `/entries/${index}/data`);
    yield* textsIn(draft?.data, `/entries/${index}/draft/data`);
  }
}

function* textsIn(value: unknown, path: string, member = "", blockType?: string): Generator<FoundText> {
  if (typeof value === "string") yield { path, text: value, member, blockType };
  if (typeof value !== "object" || value === null) return;
  const { type, props } = value as { type?: unknown; props?: unknown };
  const innerBlockType = typeof type === "string" && typeof props === "object" ? type : blockType;
  for (const [name, inner] of Object.entries(value)) {
    if (name !== "bindings") yield* textsIn(inner, `${path}${pointerStep(name)}`, name, innerBlockType);
  }
}

/** A block whose type is called `form` names a form of the site in its prop `form`. */
async function formWarnings(tx: Sql, siteId: string, bundle: Bundle): Promise<ValidationError[]> {
  const named: FoundText[] = [];
  for (const foundText of textsOf(bundle)) if (foundText.member === "form" && foundText.blockType === "form") named.push(foundText);
  if (named.length === 0) return [];
  const forms = (await tx<{ slug: string }>`select slug from forms where site_id = ${siteId}`).map(({ slug }) => slug);
  return named
    .filter(({ text }) => !forms.includes(text))
    .slice(0, mostWarnings)
    .map(({ path, text }) => {
      return { path, code: "form", message: `names a form that the site does not have: ${text}${didYouMean(text, forms)}` };
    });
}

/** The addresses that the storefronts have in common, with or without a locale before them; in a text of its own, or as a link of Markdown. */
const link = /(?:^|\]\()(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/(pages|blog|products|categories)\/([a-z0-9]+(?:[-/][a-z0-9]+)*)\/?(?=$|[?#)\s])/g;
const kinds = { pages: "page", blog: "blog post", products: "product", categories: "category" } as const;

async function linkWarnings(tx: Sql, siteId: string, bundle: Bundle): Promise<ValidationError[]> {
  const links: { path: string; kind: string; slug: string }[] = [];
  for (const { path, text } of textsOf(bundle)) {
    for (const [, section = "pages", slug = ""] of text.matchAll(link))
      links.push({ path, kind: kinds[section as keyof typeof kinds], slug });
  }
  if (links.length === 0) return [];
  const existingTargets = await tx<{ kind: string | null; slug: string | null }>`
    select distinct wanted.kind, wanted.slug
    from unnest(${links.map(({ kind }) => kind)}::text[], ${links.map(({ slug }) => slug)}::text[]) as wanted (kind, slug)
    where exists (
      select from translations
      where translations.site_id = ${siteId}
        and translations.content_type = case wanted.kind when 'page' then 'page' when 'blog post' then 'blog-post' end
        and wanted.slug in (translations.slug, translations.draft_slug)
    )
      or exists (select from products where products.site_id = ${siteId} and wanted.kind = 'product' and products.slug = wanted.slug)
      or exists (select from categories where categories.site_id = ${siteId} and wanted.kind = 'category' and categories.slug = wanted.slug)
      or exists (
        select from catalog_translations
        where catalog_translations.site_id = ${siteId} and catalog_translations.kind = wanted.kind and catalog_translations.slug = wanted.slug
      )
      or exists (
        select from former_slugs
        where former_slugs.site_id = ${siteId} and former_slugs.slug = wanted.slug
          and former_slugs.content_type = case wanted.kind when 'page' then 'page' when 'blog post' then 'blog-post' end
      )`;
  const isKnown = new Set(existingTargets.map(({ kind, slug }) => `${kind} ${slug}`));
  return links
    .filter(({ kind, slug }) => !isKnown.has(`${kind} ${slug}`))
    .slice(0, mostWarnings)
    .map(({ path, kind, slug }) => ({ path, code: "link", message: `links to a ${kind} that the site does not have: ${slug}` }));
}
