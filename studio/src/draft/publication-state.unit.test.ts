import { expect, test } from "vitest";
import { contentOf } from "./saver-state.ts";
import { publicationState } from "./publication-state.ts";

const published = { slug: "about", title: "About us", seo: {}, composition: [], publishedAt: "2026-03-02T06:20:00.000Z" };
const translation = { draft: null, published } as unknown as Parameters<typeof contentOf>[0];
const draft = contentOf(translation);

test("Words that the server does not have yet are changes", () => {
  expect(publicationState(translation, draft)).toEqual({ state: "PUBLISHED", changes: 0 });
  expect(publicationState(translation, { ...draft, title: "About us in winter" })).toEqual({ state: "CHANGED", changes: 1 });
  expect(publicationState({ published: null }, draft)).toEqual({ state: "DRAFT", changes: 0 });
});
