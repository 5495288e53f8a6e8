import { address, draftOf, place, withKnown, type Action, type Known } from "./tenant-acting.ts";
import { fixed } from "./tenant-sites.ts";

const lists = [
  ...[
    "",
    "?locale=es",
    "?locale=de",
    "?locale=fr",
    "?status=draft",
    "?status=published",
    "?status=changed",
    "?status=scheduled",
    "?status=invalid",
  ],
  ...[
    "?q=plain",
    "?q=newer",
    "?q=alpha",
    "?sort=title",
    "?sort=-title",
    "?sort=slug",
    "?sort=updatedAt",
    "?sort=-publishedAt",
    "?pageSize=2",
  ],
  ...[
    "?updatedSince=2020-01-01T00:00:00.000Z",
    "?status=scheduled&locale=en",
    "?status=invalid&q=a",
    "?q=plain&locale=es&sort=slug",
    "?q=one&locale=es&sort=slug",
  ],
];

/** Everything that people do with documents, types, settings and the other parts of a site that are asked about here. */
export const actions: Record<string, Action> = {
  "list pages": {
    run: async ({ api, at }) =>
      lists.reduce(async (before, query) => void (await before, await api.get(at(`/pages${query}`))), Promise.resolve()),
  },
  "list entries": {
    run: async ({ api, at, readTranslations }) => {
      for (const query of [...lists, "?contentType=note", "?contentType=spare", "?contentType=note&status=draft&sort=title"])
        await api.get(at(`/entries${query}`));
      const ids = [...(await readTranslations()).values()].map(({ document }) => document);
      await api.get(at(`/entries?ids=${ids.slice(0, 20).join(",")}`));
    },
  },
  read: {
    run: async ({ api, at, readTranslations }) => {
      for (const each of (await readTranslations()).values()) await api.get(at(address(each)));
      await api.get(at("/trash"));
    },
  },
  "read versions": {
    run: async ({ api, at, readTranslations }) => {
      for (const each of (await readTranslations()).values()) {
        await api.get(at(`${place(each)}/versions?pageSize=3`));
        for (const number of [1, 2, 900]) await api.get(at(`${place(each)}/versions/${number}`));
      }
      await api.get(at(`/references?to=${(await readTranslations()).get("target")?.document}`));
    },
  },
  "create pages": {
    run: async ({ api, at, mark, readTranslations }) => {
      const from = (await readTranslations()).get("plain")?.document;
      const words = { title: mark.name, composition: [{ id: "words", type: "text", props: { own: mark.name } }] };
      for (const slug of ["plain", "draft", "new"]) await api.post(at("/pages"), { locale: "en", slug, ...words });
      await api.post(at("/pages"), { locale: mark.locale, slug: "from", from, ...words });
      await api.post(at(`/pages/${from}/duplicate`));
    },
  },
  "create entries": {
    run: async ({ api, at, mark, readTranslations }) => {
      const [from, target] = [(await readTranslations()).get("one")?.document, (await readTranslations()).get("target")?.document];
      const data = { own: mark.name, on: { page: target }, next: { entry: from } };
      for (const [contentType, slug] of [
        ["note", "one"],
        ["note", "five"],
        ["spare", "five"],
        ["none", "five"],
      ]) {
        await api.post(at("/entries"), { contentType, locale: "en", slug, data });
      }
      await api.post(at(`/entries/${from}/duplicate`));
    },
  },
  ...Object.fromEntries(
    ["plain", "changed", "draft", "one", "two", "four", "plain-es"].map((slug): [string, Action] => [
      `save ${slug}`,
      {
        run: withKnown(slug, async ({ api, at, mark, by, readTranslations }, each) => {
          const next = {
            next: { entry: (await readTranslations()).get("three")?.document },
            on: { page: (await readTranslations()).get("target")?.document },
          };
          by.clock.advance(6 * 60_000);
          await api.put(at(`${place(each)}/draft`), draftOf(each, mark, next), each.revision);
          await api.put(at(`${place(each)}/draft`), draftOf({ ...each, slug: "target" }, mark), each.revision + 1);
          await api.create(at(`${address(each)}/es/draft`), draftOf({ ...each, slug: `${slug}-es` }, mark));
          await api.get(at(address(each)));
        }),
      },
    ]),
  ),
  ...Object.fromEntries(
    ["changed", "draft", "four", "moved-alpha"].map((slug): [string, Action] => [
      `publish ${slug}`,
      {
        run: withKnown(slug === "moved-alpha" ? "moved-" : slug, async ({ api, at, mark, by, ownSite }, each) => {
          await api.put(
            at(`${place(each)}/draft`),
            draftOf({ ...each, slug: slug === "changed" ? "renamed" : each.slug }, mark),
            each.revision,
          );
          await api.post(at(`${place(each)}/publish`), { revision: each.revision + 1 });
          await api.get(at(address(each)));
          await by.directory.poll();
          const kind = each.kind === "pages" ? "pages" : "content/note";
          for (const slug of [each.slug, "renamed"])
            await api.record("public", by.ask(`/api/public/v1/${kind}/${slug}`, { key: ownSite.key }));
          await api.record("public", by.ask(`/api/public/v1/search?q=${mark.name}`, { key: ownSite.key }));
        }),
      },
    ]),
  ),
  "publish what refers to drafts": {
    run: withKnown("two", async ({ api, at, mark, readTranslations }, two) => {
      const four = (await readTranslations()).get("four") as Known;
      const next = { next: { entry: four.document } };
      await api.put(at(`${place(two)}/draft`), draftOf(two, mark, next), two.revision);
      await api.post(at(`${place(two)}/publish`), { revision: two.revision + 1 });
      const beside = [{ document: four.document, locale: "en", revision: four.revision }];
      await api.post(at(`${place(two)}/publish`), { revision: two.revision + 1, with: beside });
    }),
  },
  "publish several locales": {
    run: withKnown("plain", async ({ api, at, mark }, plain) => {
      await api.put(at(`${place(plain)}/draft`), draftOf(plain, mark), plain.revision);
      await api.put(at(`${address(plain)}/es/draft`), draftOf({ ...plain, slug: "plain-es" }, mark), 1);
      await api.post(at(`${address(plain)}/publish`), { revisions: { en: plain.revision + 1, es: 2 } });
    }),
  },
  unpublish: {
    run: async ({ api, at, readTranslations }) => {
      for (const slug of ["one", "two", "three", "target", "plain"]) {
        const each = (await readTranslations()).get(slug) as Known;
        await api.post(at(`${place(each)}/unpublish`), { revision: each.revision });
      }
      const two = (await readTranslations()).get("two") as Known;
      await api.post(at(`${place(two)}/unpublish?force=true`), { revision: two.revision });
    },
  },
  discard: { run: withKnown("changed", ({ api, at }, each) => api.delete(at(`${place(each)}/draft`), each.revision)) },
  "restore a version": {
    run: async ({ api, at, readTranslations, by }) => {
      by.clock.advance(6 * 60_000);
      for (const slug of ["changed", "four"]) {
        const each = (await readTranslations()).get(slug) as Known;
        for (const number of [1, 2]) await api.post(at(`${place(each)}/versions/${number}/restore`), { revision: each.revision });
      }
    },
  },
  trash: {
    run: async ({ api, at, readTranslations }) => {
      for (const slug of ["target", "two", "moved-", "plain", "changed", "four"]) {
        const each = (await readTranslations()).get(slug) as Known;
        await api.delete(at(address(each)), each.documentRevision);
      }
      const target = (await readTranslations()).get("target") as Known;
      await api.delete(at(`${address(target)}?force=true`), target.documentRevision);
      await api.get(at("/trash"));
    },
  },
  "trash one": { run: withKnown("draft", ({ api, at }, draft) => api.delete(at(address(draft)), draft.documentRevision)) },
  "refer to what is not there": {
    run: withKnown("two", async ({ api, at, mark, readTranslations }, two) => {
      const to = {
        on: { page: (await readTranslations()).get("old")?.document },
        item: { product: fixed.item },
        group: { category: fixed.item },
      };
      await api.put(at(`${place(two)}/draft`), draftOf(two, mark, to), two.revision);
      await api.get(at(address(two)));
      await api.post(at(`${place(two)}/publish`), { revision: two.revision + 1 });
    }),
  },
  "restore from the trash": {
    run: withKnown("old", async ({ api, at, mark, readTranslations }, old) => {
      const plain = (await readTranslations()).get("plain") as Known;
      await api.post(at("/pages"), { locale: "en", slug: "old", title: mark.name, composition: [] });
      await api.delete(at(address(plain)), plain.documentRevision);
      await api.post(at(`/trash/${old.document}/restore`));
      await api.post(at(`/trash/${old.document}/restore`), { slugs: { en: "old-again" } });
      await api.post(at(`/trash/${plain.document}/restore`));
      await api.get(at("/trash"));
    }),
  },
  "delete for good": { run: withKnown("old", ({ api, at }, old) => api.delete(at(`/trash/${old.document}`))) },
  bulk: {
    run: async ({ api, at, readTranslations, mark }) => {
      const items = async (...slugs: string[]) =>
        slugs
          .map(async (slug) => (await readTranslations()).get(slug) as Known)
          .reduce(
            async (all, one) => [...(await all), { id: (await one).document, revision: (await one).documentRevision }],
            Promise.resolve([] as object[]),
          );
      await api.post(at("/pages/bulk"), { action: "publish", items: await items("draft", "changed") });
      await api.post(at("/pages/bulk"), { action: "unpublish", items: await items("plain", "target") });
      await api.post(at("/entries/bulk"), { action: "unpublish", items: await items("one") });
      await api.post(at("/pages/bulk"), { action: "delete", items: await items("plain", "draft") });
      await api.get(at(`/pages?q=${mark.name}`));
    },
  },
};
