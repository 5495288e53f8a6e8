import type { AdminClient } from "@vitrine/client/admin";
import { expect, test } from "vitest";
import { draftApi } from "./draft-api.ts";
import { block, page } from "./kit/pages.ts";
import { savingFailure } from "./saving-failure.ts";

const address = { site: "shop", documents: "pages", document: "d1", locale: "en" } as const;

test("a draft is saved at its address with the revision, and read by its locale", async () => {
  const asked: unknown[] = [];
  const answer = { locale: "en", revision: 3 };
  const content = {
    saveDraft: async (input: unknown) => (asked.push(input), answer),
    getDocument: async (input: unknown) => (asked.push(input), { translations: [{ locale: "de" }, answer] }),
  };
  const api = draftApi({ content } as unknown as AdminClient, address);
  expect(await api.save(page([block("a")]), 2)).toBe(answer);
  expect(await api.read()).toBe(answer);
  const { seo, composition } = page([block("a")]);
  expect(asked).toEqual([
    { siteSlug: "shop", documents: "pages", id: "d1", locale: "en", revision: 2, slug: "home", title: "Home", seo, composition },
    { siteSlug: "shop", documents: "pages", id: "d1" },
  ]);
  const gone = await draftApi({ content } as unknown as AdminClient, { ...address, locale: "fr" })
    .read()
    .catch(savingFailure);
  expect(gone).toMatchObject({ kind: "refused", refusal: { code: "translation_not_found", status: 404 } });
});
