import type { Actor } from "../../../../lib/admin/identity.ts";
import { invalidMembers, problem, ProblemError, type ValidationError, validationFailed } from "../../../../lib/http/problem.ts";
import { revisionConflictProblem } from "../../../../lib/http/revision.ts";
import type { SchemaCache } from "../../../../lib/json-schema/json-schema.ts";
import type { PublicWriteContext, WriteContext } from "../../../../lib/published/write-context.ts";
import type { Site } from "../../../../lib/site.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChanges } from "../../../people/audit/index.ts";
import { raiseVersions } from "../../../server/sites/index.ts";
import { boundAtMost, type ContentReference, isBoundToTooMuch, pageContentType } from "../../rendering/index.ts";
import { endReviews } from "./end-reviews.ts";
import { resolveThreads } from "./resolve-threads.ts";
import { saveDocuments } from "./save-documents.ts";
import { checkContents, type ContentCheck } from "../drafts/draft-errors.ts";
import { hasBindings } from "../drafts/draft.ts";
import { kindOf, type LockedTranslation } from "../drafts/locked-document.ts";
import { shareValues } from "../drafts/share-values.ts";
import { findUnpublishedTargets, type UnpublishedTarget } from "../drafts/unpublished-targets.ts";

const slugTaken = problem("slug_taken", 409, "Another document has this slug", {
  slugs: {
    type: "array",
    items: {
      type: "object",
      properties: {
        locale: { type: "string" },
        slug: { type: "string" },
        takenBy: { type: "string", description: "The id of the document." },
      },
    },
    description: "The slugs to change.",
  },
});
const referencesUnpublished = problem("references_unpublished", 409, "The content refers to documents that are not published", {
  references: {
    type: "array",
    items: { type: "object" },
    description: "Translations that can be published together with it, by `with`: `document`, `locale`, `revision`, `title`.",
  },
});

/** All that may stand in the way of a publication. */
export const publicationProblems = [revisionConflictProblem, validationFailed, slugTaken, referencesUnpublished];

/** One translation and the content that it is to have: its draft, or a version that was frozen. */
export interface ToPublish {
  translation: LockedTranslation;
  slug: string;
  title: string;
  /** JSON text. */
  content: string;
}

export interface PublishDeps {
  contentChecks: SchemaCache;
  publicUrl: string;
}

/** Why one translation cannot be published. */
export interface PublicationCheck extends ContentCheck {
  unpublished: UnpublishedTarget[];
}

/** The content that a publication of the translation would publish; null: its draft is what is published already. */
export function draftToPublish(translation: LockedTranslation): ToPublish | null {
  const { draft, draftSlug, slug, draftTitle } = translation;
  return draft === null ? null : { translation, slug: draftSlug ?? slug, title: draftTitle, content: draft };
}

/** Checks publications that happen together, and beside unpublications: they may refer to one another, and take one another's slugs. */
export async function checkPublications(
  tx: Sql,
  { contentChecks, publicUrl }: PublishDeps,
  site: Site,
  items: readonly ToPublish[],
  unpublish: readonly LockedTranslation[] = [],
): Promise<PublicationCheck[]> {
  const contents = items.map(({ translation: { id, contentType, locale }, slug, content }) => {
    return { translationId: id, contentType, locale, slug, content };
  });
  const moving = items.filter(({ translation, slug }) => translation.published !== null && translation.slug !== slug);
  const leaving = [...moving.map(({ translation }) => translation), ...unpublish].map(({ id }) => id);
  const checks = await checkContents(tx, contentChecks, site.id, contents, leaving);
  const together = items.map(({ translation: { documentId, locale } }) => ({ documentId, locale }));
  const wanted = items.map(({ translation: { locale } }, index) => ({ locale, references: checks[index]?.references ?? [] }));
  const unpublished = await findUnpublishedTargets(tx, site, wanted, together, unpublish);
  const slugs = new Set<string>();
  const publicationChecks: PublicationCheck[] = [];
  for (const [index, item] of items.entries()) {
    const { errors = [], references = [], slugTakenBy } = checks[index] ?? {};
    const { contentType, locale } = item.translation;
    const itemErrors = [...errors];
    const place = `${contentType} ${locale} ${item.slug}`;
    if (slugs.has(place))
      itemErrors.push({ path: "/slug", code: "slug_taken", message: "is the slug of another document that is published with it" });
    slugs.add(place);
    if (contentType === pageContentType && itemErrors.length === 0) {
      if (await isBoundToTooMuch({ sql: tx, publicUrl }, site, { content: item.content, locale, slug: item.slug })) {
        itemErrors.push({ path: "/composition", code: "too_large", message: `is bound to more than ${boundAtMost}: bind to less` });
      }
    }
    publicationChecks.push({ errors: itemErrors, references, slugTakenBy, unpublished: unpublished[index] ?? [] });
  }
  return publicationChecks;
}

/** Throws the first problem of some checks: taken slugs, errors, references to what is not published. `pathOf` places a fault in the request. */
export function refuseErrors(
  items: readonly ToPublish[],
  checks: readonly PublicationCheck[],
  pathOf: (index: number) => string = () => "",
): void {
  const taken = items.flatMap(({ translation: { locale }, slug }, index) => {
    const takenBy = checks[index]?.slugTakenBy;
    return takenBy ? [{ locale, slug, takenBy }] : [];
  });
  if (taken.length > 0) {
    throw new ProblemError(slugTaken, { detail: "Choose another slug, or unpublish the other document.", members: { slugs: taken } });
  }
  const errors = checks.flatMap(({ errors }, index) =>
    errors.map((error): ValidationError => ({ ...error, path: pathOf(index) + error.path })),
  );
  if (errors.length > 0) throw invalidMembers(errors);
  const unpublished = new Map(
    checks.flatMap((check) => check.unpublished).map((target) => [`${target.document} ${target.locale}`, target] as const),
  );
  if (unpublished.size === 0) return;
  const detail = "Publish them first, or name them in `with`.";
  throw new ProblemError(referencesUnpublished, { detail, members: { references: [...unpublished.values()] } });
}

/** The person who changes something, and the operation, command or job. */
export interface Changing {
  actor: Actor;
  action: string;
  releaseId?: string;
}

/**
 * Publishes and unpublishes translations of held documents, in a transaction that holds the site's row since before it held them: imports
 * do so too. The caller has checked them.
 */
export async function changePublished(
  tx: Sql,
  writeContext: WriteContext,
  site: Pick<Site, "id">,
  {
    publish,
    unpublish,
  }: { publish: readonly { item: ToPublish; references: readonly ContentReference[] }[]; unpublish: readonly LockedTranslation[] },
  changing: Changing,
): Promise<void> {
  const ctx: PublicWriteContext = { ...writeContext, touched: new Set<string>() };
  const published = await Promise.all(
    publish.map(async ({ item: { translation, slug, title, content }, references }) => ({
      ...placeOf(translation),
      slug,
      published: {
        content,
        title,
        references,
        hasBindings: hasBindings(translation.contentType, content),
        publishedAt: undefined,
        firstPublishedAt: undefined,
      },
      draft: await laterDraft(tx, site.id, translation, content),
      isPublication: true as const,
    })),
  );
  const hidden = await Promise.all(
    unpublish.map(async (translation) => {
      const { draft, draftSlug, draftTitle, published: content, title, slug } = translation;
      const references = await readStoredReferences(tx, site.id, translation.id, draft !== null);
      const remainingDraft =
        draft === null ? { content: content ?? "", title, references } : { content: draft, title: draftTitle, references };
      return { ...placeOf(translation), slug: draft === null ? slug : (draftSlug ?? slug), published: null, draft: remainingDraft };
    }),
  );
  const { actor, action, releaseId = null } = changing;
  const by = { adminId: actor.adminId ?? null, releaseId };
  await saveDocuments(tx, ctx, site.id, [...published, ...hidden], by);
  await raiseVersions(tx, ctx, site.id, { content: true }, ctx.touched);
  const changes = [
    ...publish.map(({ item: { translation, slug, title } }) => ({ translation, title, changes: [{ member: "published", to: slug }] })),
    ...unpublish.map((translation) => ({
      translation,
      title: translation.title,
      changes: [{ member: "published", from: translation.slug }],
    })),
  ];
  const recorded = changes.map(({ translation, title, changes: memberChanges }) => {
    const { documentId: id, contentType, locale, revision } = translation;
    return { target: { type: kindOf(contentType), id, label: title, locale, revision: revision + 1 }, changes: memberChanges };
  });
  await recordChanges(tx, writeContext, { actor, siteId: site.id, action }, recorded);
  // A draft that is newer than what was frozen for this time keeps its comments and reviews.
  const current = publish.flatMap(({ item: { translation, content } }) =>
    translation.draft === null || translation.draft === content ? [translation.id] : [],
  );
  if (current.length > 0) {
    await resolveThreads(tx, writeContext, site.id, current, actor);
    await endReviews(tx, writeContext, site.id, current);
  }
  const documentIds = publish.map(({ item: { translation } }) => translation.documentId);
  await shareValues(tx, writeContext, site.id, [...new Set(documentIds)], changing);
}

function placeOf({ contentType, name, locale }: LockedTranslation) {
  return { contentType, name, locale };
}

/** A draft that was edited after the content that is published was frozen. */
async function laterDraft(tx: Sql, siteId: string, { id, draft, draftSlug, slug, draftTitle }: LockedTranslation, content: string) {
  if (draft === null || draft === content) return null;
  const references = await readStoredReferences(tx, siteId, id, true);
  return { content: draft, title: draftTitle, references, slug: draftSlug ?? slug };
}

async function readStoredReferences(tx: Sql, siteId: string, translationId: string, isDraft: boolean): Promise<ContentReference[]> {
  const rows = await tx<{ path: string; kind: string; targetId: string }>`
    select path, kind, target_id as "targetId" from content_references
    where site_id = ${siteId} and translation_id = ${translationId} and is_draft = ${isDraft}`;
  return rows as ContentReference[];
}
