import { exportDiscounts } from "../../shop/discounts/index.ts";
import { stringify } from "yaml";
import { firstText, readFormerSlugs } from "../documents/index.ts";
import { LinkedTexts, pageContentType, readLinkPath, shownTitle } from "../rendering/index.ts";
import { parseJsonPointer, replaceAtJsonPointer, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import { writtenName } from "../../../lib/text/markdown-addresses.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Database, Sql } from "../../../ports/database.ts";
import { assetSection, type ExportedAsset } from "./export-assets.ts";
import { readAssetNames } from "../media/index.ts";
import { readPlugins, viewerKeyName, withoutSecrets } from "../../server/sites/index.ts";
import { withInvalid } from "./mark-invalid.ts";
import { readCatalog } from "./export-catalog.ts";
import { mostAliases } from "./schema.ts";

export interface ExportOptions {
  format: "yaml" | "json";
  /** Includes secret settings of plugins in clear text. API keys cannot be exported: Vitrine stores only their hashes. */
  withSecrets: boolean;
  /** Names the files of the media library, which the caller puts beside the bundle. */
  withAssets?: boolean;
}

/** A bundle, and the files that it names. */
export interface ExportedBundle {
  text: string;
  assets: ExportedAsset[];
}

type Members = Record<string, unknown>;

/** The text of a bundle that holds the whole site; importing it changes nothing. Undefined when there is no such site. */
export async function exportBundle(
  deps: { sql: Database; secrets: KeyRing },
  slug: string,
  options: ExportOptions,
): Promise<string | undefined> {
  return (await exportWhole(deps, slug, options))?.text;
}

/** The same with what the files are that it names. */
export async function exportWhole(
  { sql, secrets }: { sql: Database; secrets: KeyRing },
  slug: string,
  options: ExportOptions,
): Promise<ExportedBundle | undefined> {
  // One transaction and one snapshot, so that the parts fit together.
  const read = await sql.begin(
    async (tx) => {
      await tx`set transaction isolation level repeatable read, read only`;
      return readBundleOf(tx, secrets, slug, options);
    },
    { statementTimeoutMs: 60_000 },
  );
  if (!read) return undefined;
  const { bundle, assets } = read;
  return { text: options.format === "json" ? `${JSON.stringify(bundle, null, 2)}\n` : yamlOf(bundle), assets };
}

const itemsOfPiece = 50;

/** In pieces: the nodes of a text that is written at once take fifty times its memory. */
function yamlOf(bundle: Members): string {
  const write = (members: Members) => stringify(members, { lineWidth: 0, aliasDuplicateObjects: false });
  return Object.entries(bundle)
    .flatMap(([section, value]) => {
      if (!Array.isArray(value) || value.length <= itemsOfPiece) return write({ [section]: value });
      const pieces = Array.from({ length: Math.ceil(value.length / itemsOfPiece) }, (_, index) =>
        write({ [section]: value.slice(index * itemsOfPiece, (index + 1) * itemsOfPiece) }),
      );
      // Each piece begins with the name of the section.
      return pieces.map((piece, index) => (index === 0 ? piece : piece.slice(`${section}:\n`.length)));
    })
    .join("");
}

async function readBundleOf(
  tx: Sql,
  secrets: KeyRing,
  slug: string,
  { withSecrets, withAssets = false }: ExportOptions,
): Promise<{ bundle: Members; assets: ExportedAsset[] } | undefined> {
  const [site] = await tx<{
    id: string;
    slug: string;
    name: string;
    defaultLocale: string;
    locales: string[];
    currency: string;
    allowedOrigins: string[];
    storefrontUrl: string | null;
    settings: Members;
  }>`
    select
      id, slug, name, default_locale as "defaultLocale", locales, currency,
      allowed_origins as "allowedOrigins", storefront_url as "storefrontUrl", settings
    from sites where slug = ${slug} and deleted_at is null`;
  if (!site) return undefined;
  const { id, ...siteSection } = site;
  const keys = await tx<{ name: string; readLimit: number | null }>`
    select distinct on (name) name, read_limit as "readLimit"
    from api_keys where site_id = ${id} and revoked_at is null and name <> ${viewerKeyName} order by name, created_at`;
  const plugins = await readPlugins(tx, secrets, id);
  const assets = withAssets ? await assetSection(tx, id) : undefined;
  const names = assets?.names ?? (await readAssetNames(tx, id, null));
  const blockTypes = (
    await tx<Members>`
      select type, title, description, category, icon, schema, ui_schema as "uiSchema", defaults, slots
      from block_types where site_id = ${id} order by type`
  ).map(withoutNulls);
  const contentTypes = (
    await tx<Members>`
      select slug, title, schema, ui_schema as "uiSchema", case when is_single then true end as single
      from content_types where site_id = ${id} and not built_in order by slug`
  ).map(withoutNulls);
  const bundle = {
    bundle: 1,
    site: siteSection,
    ...(assets ? {} : { omits: ["assets"] }),
    ...(assets && { assets: assets.section }),
    apiKeys: keys.map(({ name, readLimit }) => ({ name, ...(readLimit === null ? {} : { readLimit }) })),
    plugins: Object.fromEntries(
      [...plugins].map(([plugin, { enabled, config }]) => [
        plugin,
        { enabled, config: withSecrets ? config : withoutSecrets(plugin, config) },
      ]),
    ),
    blockTypes,
    contentTypes,
    ...withInvalid(await readDocuments(tx, id, names, contentTypes), { blockTypes, contentTypes }),
    forms: await tx<Members>`
      select slug, name, schema, ui_schema as "uiSchema", submit_label as "submitLabel", success_message as "successMessage"
      from forms where site_id = ${id} order by slug`,
    ...(await readCatalog(tx, id, { assetNames: names, locales: site.locales })),
    discounts: await exportDiscounts(tx, id),
  };
  return { bundle, assets: assets?.files ?? [] };
}

/** Documents whose content is read at once, each of at most twice 256 KiB: their rows pass through the thread that answers all requests. */
const documentsOfPiece = 20;

async function readDocuments(
  tx: Sql,
  siteId: string,
  assetNames: ReadonlyMap<string, string>,
  contentTypes: readonly Members[],
): Promise<{ pages: Members[]; entries: Members[] }> {
  const schemas = new Map(contentTypes.map(({ slug, schema }) => [slug, schema as { properties?: object }]));
  const rows = await tx<{
    id: string;
    contentType: string;
    name: string;
    hasOtherSlugs: boolean;
    slug: string;
    locale: string;
    title: string;
    draftSlug: string | null;
    draftTitle: string;
    publishedAt: Date | null;
    firstPublishedAt: Date | null;
  }>`
    select
      translations.id,
      translations.content_type as "contentType",
      documents.name,
      bool_or(translations.slug <> documents.name) over (partition by documents.id) as "hasOtherSlugs",
      translations.slug,
      translations.locale,
      translations.title,
      translations.draft_slug as "draftSlug",
      translations.draft_title as "draftTitle",
      translations.published_at as "publishedAt",
      translations.first_published_at as "firstPublishedAt"
    from translations
    join documents on documents.site_id = translations.site_id and documents.id = translations.document_id
    where translations.site_id = ${siteId} and documents.trashed_at is null
    order by translations.content_type, documents.name, translations.locale`;
  const pages: Members[] = [];
  const entries: Members[] = [];
  for (let from = 0; from < rows.length; from += documentsOfPiece) {
    const piece = rows.slice(from, from + documentsOfPiece);
    const ids = piece.map(({ id }) => id);
    const contents = await readContents(tx, siteId, ids);
    const references = await readNamedReferences(tx, siteId, ids, assetNames);
    const aliases = await readFormerSlugs(tx, siteId, ids, mostAliases);
    for (const { id, contentType, name, hasOtherSlugs, slug, locale, draftSlug, publishedAt, firstPublishedAt, ...titles } of piece) {
      const { draft = null, content = null } = contents.get(id) ?? {};
      nameReferences({ draft, content }, references.get(id) ?? []);
      const isPage = contentType === pageContentType;
      const wrap = (value: Members, title: string) => {
        if (isPage) return value;
        const isDerived = title === shownTitle(firstText(schemas.get(contentType) ?? {}, value)) || title === "";
        return { ...(isDerived ? {} : { title }), data: value };
      };
      (isPage ? pages : entries).push({
        ...(isPage ? {} : { contentType }),
        ...(hasOtherSlugs ? { [isPage ? "page" : "entry"]: name } : {}),
        slug,
        ...(aliases.has(id) ? { aliases: aliases.get(id) } : {}),
        locale,
        status: content ? "PUBLISHED" : "DRAFT",
        ...wrap((content ?? draft) as Members, content ? titles.title : titles.draftTitle),
        ...(publishedAt ? { publishedAt: publishedAt.toISOString() } : {}),
        ...(publishedAt && firstPublishedAt ? { firstPublishedAt: firstPublishedAt.toISOString() } : {}),
        ...(content && draft ? { draft: { ...(draftSlug === null ? {} : { slug: draftSlug }), ...wrap(draft, titles.draftTitle) } } : {}),
      });
    }
  }
  return { pages, entries };
}

/** Writes the names of targets in place of their ids, into references and into the links of Markdown texts. */
function nameReferences(
  { draft, content }: { draft: Members | null; content: Members | null },
  references: readonly NamedReference[],
): void {
  const links = { draft: new LinkedTexts(), content: new LinkedTexts() };
  for (const { isDraft, path, kind, name } of references) {
    const link = readLinkPath(path);
    if (link) {
      const written = typeof name === "string" ? writtenName(name) : `${name.contentType}/${writtenName(name.slug)}`;
      links[isDraft ? "draft" : "content"].add(link, `${kind}:${written}`);
      continue;
    }
    const tokens = parseJsonPointer(path) ?? [];
    const holder = isDraft ? draft : content;
    replaceAtJsonPointer(holder, tokens, { ...(resolveJsonPointer(holder, tokens) as object), [kind]: name });
  }
  if (draft) links.draft.writeInto(draft);
  if (content) links.content.writeInto(content);
}

/** The drafts and the published contents of translations, by their ids. As text, which this thread parses, and not the one with the database. */
async function readContents(
  tx: Sql,
  siteId: string,
  ids: readonly string[],
): Promise<Map<string, { draft: Members | null; content: Members | null }>> {
  const rows = await tx<{ id: string; draft: string | null; content: string | null }>`
    select translations.id, translations.draft::text as draft, versions.content::text as content
    from translations
    left join versions on versions.site_id = translations.site_id and versions.id = translations.published_version_id
    where translations.site_id = ${siteId} and translations.id = any (${ids}::uuid[])`;
  const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as Members));
  return new Map(rows.map(({ id, draft, content }) => [id, { draft: parse(draft), content: parse(content) }]));
}

interface NamedReference {
  isDraft: boolean;
  path: string;
  kind: string;
  /** As authors write it. */
  name: string | { contentType: string; slug: string };
}

/** The references of translations, by their ids, to all that is still there. */
async function readNamedReferences(
  tx: Sql,
  siteId: string,
  translationIds: readonly string[],
  assetNames: ReadonlyMap<string, string>,
): Promise<Map<string, NamedReference[]>> {
  const rows = await tx<{
    translationId: string;
    isDraft: boolean;
    path: string;
    kind: string;
    contentType: string | null;
    targetId: string;
    name: string | null;
  }>`
    select
      links.translation_id as "translationId",
      links.is_draft as "isDraft",
      links.path,
      links.kind,
      documents.content_type as "contentType",
      links.target_id as "targetId",
      coalesce(documents.name, products.slug, categories.slug) as name
    from content_references as links
    left join documents on documents.site_id = links.site_id and documents.id = links.target_id and links.kind in ('entry', 'page')
      and documents.trashed_at is null
    left join products on products.site_id = links.site_id and products.id = links.target_id and links.kind = 'product'
    left join categories on categories.site_id = links.site_id and categories.id = links.target_id and links.kind = 'category'
    where links.site_id = ${siteId} and links.translation_id = any (${translationIds}::uuid[])`;
  const references = new Map<string, NamedReference[]>();
  for (const { translationId, contentType, name: ofOther, targetId, kind, ...row } of rows) {
    const name = kind === "asset" ? assetNames.get(targetId) : ofOther;
    if (name === undefined || name === null) continue;
    const named = { ...row, kind, name: kind === "entry" ? { contentType: contentType ?? "", slug: name } : name };
    references.set(translationId, [...(references.get(translationId) ?? []), named]);
  }
  return references;
}

function withoutNulls(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
