import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { listLocale, localeUnsupported } from "../../../../lib/text/locale.ts";
import { entryNotFound, maxDraftValues, pageNotFound } from "../../rendering/index.ts";
import { documentIn, translationBase, TranslationParams } from "../drafts/document-address.ts";
import { readTranslation, Translation } from "../drafts/document-view.ts";
import { checkMembers, GivenDraft, storedDraft } from "../drafts/draft.ts";
import { demandRevision, lockDocument, translationIn, translationNotFound } from "../drafts/locked-document.ts";
import { titleFor } from "../drafts/entry-title.ts";
import { writeDraft } from "../drafts/write-draft.ts";

/** Replaces the draft of one locale, or adds a locale. */
export const saveDraft = operation(
  {
    id: "saveDraft",
    method: "PUT",
    path: `${translationBase}/draft`,
    access: "member",
    permission: "content:write",
    grows: true,
    conditional: "changeOrCreate",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, localeUnsupported],
    tags: ["Content"],
    summary: "Save a draft",
    description:
      "Invalid and unfinished drafts are stored: `problems` lists what publication still needs. The revision is the translation's. " +
      "`If-None-Match: *` adds a locale that the document does not have. The earlier draft is kept as a snapshot whenever another person saves, " +
      "and else every five minutes.",
    params: TranslationParams,
    body: GivenDraft,
    maxJsonValues: maxDraftValues,
    response: { 200: Single(Translation) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks">) =>
    async (request, reply) => {
      const { site, params, body, expected } = request;
      const { kind, id } = documentIn(params);
      checkMembers(kind, body, { replaces: true });
      const ctx = { now: clock.now(), ids };
      const locale = expected === "absent" ? listLocale(site, params.locale) : params.locale;
      const translation = await sql.begin(async (tx) => {
        const document = await lockDocument(tx, site.id, kind, id);
        const existing = document.translations.find((each) => each.locale === locale);
        // To create what is there already is a conflict, and names its revision.
        if (expected !== "absent") await demandRevision(tx, translationIn(document, locale), expected);
        else if (existing) await demandRevision(tx, existing, noRevision);
        const draft = storedDraft(kind, body, await titleFor(tx, site.id, document, existing, body));
        await writeDraft(tx, ctx, { contentChecks }, site, document, locale, draft, { actor: actorOf(request), action: "saveDraft" });
        return readTranslation(tx, { contentChecks }, site.id, kind, { id, locale });
      });
      tagRevision(reply, translation.revision);
      return { data: translation };
    },
);

const noRevision = -1;
