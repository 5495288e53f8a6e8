import type { AdminClient, Translation } from "@vitrine/client/admin";
import { sentDraft } from "./block.ts";
import type { DraftAddress } from "./draft-store.ts";
import type { DraftApi } from "./saver.ts";

/** The requests of one translation. */
export function draftApi({ content }: Pick<AdminClient, "content">, address: Omit<DraftAddress, "account">): DraftApi {
  const { site: siteSlug, documents, document: id, locale } = address;
  return {
    save: (draft, revision) => content.saveDraft({ siteSlug, documents, id, locale, revision, ...sentDraft(draft) }),
    async read(): Promise<Translation> {
      const { translations } = await content.getDocument({ siteSlug, documents, id });
      const translation = translations.find((each) => each.locale === locale);
      if (translation) return translation;
      const detail = "Somebody has removed this language. Copy your text before you leave.";
      throw Object.assign(new Error(detail), { name: "VitrineError", code: "translation_not_found", status: 404, detail });
    },
  };
}
