import { readEvents, readEventState } from "../../server/src/lib/events/site-events.ts";
import type { Action } from "./tenant-acting.ts";
import { keepValues } from "./tenant-states.ts";
import { fixed, marks, pageOf, shellOf } from "./tenant-sites.ts";

const kinds = ["block-types", "content-types"] as const;
const typeOf = (more: object) => ({ title: "Changed", schema: { type: "object", properties: { text: { type: "string" }, ...more } } });
/** A schema that no publication fits, and one that all do. */
const [narrow, wide] = [
  typeOf({ own: { type: "string", maxLength: 1 } }),
  typeOf({
    text: { type: "string", "x-queryable": true, "x-searchable": true },
    next: { $ref: "vitrine:entry" },
    size: { type: "integer" },
  }),
];

/** What people do with the rest of a site: its types, its settings, what they see first, what they find. */
export const siteActions: Record<string, Action> = {
  "read types": {
    run: async ({ api, at }) => {
      for (const kind of kinds) for (const name of ["", "/text", "/note", "/spare", "/blog-post"]) await api.get(at(`/${kind}${name}`));
    },
  },
  "check types": {
    run: async ({ api, at }) => {
      for (const path of ["/block-types/text", "/content-types/note", "/block-types/spare"])
        for (const type of [narrow, wide]) await api.post(at(`${path}/check`), type);
    },
  },
  "change types": {
    leave: keepValues,
    run: async ({ api, at, by, ownSite, mark }) => {
      for (const path of ["/block-types/text", "/content-types/note"]) {
        const { json } = await api.get(at(path));
        const { schema } = (json as { data: { schema: object } }).data;
        await api.put(at(path), { title: "Renamed", schema }, 1);
        await api.put(at(path), narrow, 2);
        await api.put(at(`${path}?force=true`), narrow, 2);
        await api.put(at(path), wide, 3);
      }
      await api.put(at("/content-types/spare"), wide, 1);
      for (const path of ["/block-types/new", "/content-types/new"]) await api.create(at(path), wide);
      await api.get(at("/entries?status=invalid"));
      await by.directory.poll();
      await api.record("public", by.ask(`/api/public/v1/content/note?where[price]=${mark.name.length}`, { key: ownSite.key }));
      await api.record("public", by.ask("/api/public/v1/content/spare?where[text]=x", { key: ownSite.key }));
      await by.runTasks();
    },
  },
  "delete types": {
    run: async ({ api, at }) => {
      for (const kind of kinds) for (const name of ["spare", "text", "note"]) await api.delete(at(`/${kind}/${name}`), 1);
    },
  },
  "the site": {
    run: async ({ api, at, mark }) => {
      const patch = async (changes: object) => {
        const { json } = await api.get(at(""));
        await api.patch(at(""), changes, (json as { data: { revision: number } }).data.revision);
      };
      await patch({
        name: `${mark.name} renamed`,
        locales: ["en", mark.locale, "es", "it"],
        settings: { timeZone: "Europe/Berlin" },
      });
      for (const more of [[], ["it"]]) await patch({ locales: ["en", mark.locale, "es", ...more] });
      await patch({ locales: ["en"] });
      await patch({ defaultLocale: "es", allowedOrigins: ["https://shop.example"], storefrontUrl: "https://shop.example" });
      await patch({ settings: { catalog: { translatedAttributes: [] } } });
      await api.get(at("/bundle"));
      for (const plugin of ["svc.forms", "svc.payments"]) await api.get(at(`/plugins/${plugin}`));
      await api.create(at("/plugins/svc.forms"), { enabled: true, config: { notify: `${mark.name}@example.com` } });
      await api.put(at("/plugins/svc.forms"), { enabled: false, config: {} }, 1);
      await api.get(at("/audit"));
    },
  },
  // The rows of the site's goods come last then, and those of a tenant that was changed come first.
  "the bundle of changed items": {
    run: async ({ api, at, by, ownSite }) => {
      await by.deps.sql`update products set title = title where site_id = ${ownSite.id}`;
      await by.deps.sql`update categories set title = title where site_id = ${ownSite.id}`;
      await api.get(at("/bundle"));
    },
  },
  "import what is there": {
    isWitness: true,
    run: ({ api, at, ownSite, mark }) =>
      api.post(at("/bundle"), { bundle: 1, site: shellOf(ownSite, mark), pages: ["target", "changed"].map((slug) => pageOf(mark, slug)) }),
  },
  references: {
    run: async ({ api, at, readTranslations, itemId }) => {
      for (const slug of ["one", "two", "target", "plain"])
        await api.get(at(`/references?to=${(await readTranslations()).get(slug)?.document}`));
      for (const slug of ["chairs", "walnut"]) await api.get(at(`/references?to=${await itemId(slug)}`));
    },
  },
  "the overview": { run: async ({ api, at }) => [await api.get(at("/overview")), await api.get(at("/overview?days=30"))] },
  search: {
    run: async ({ api, at, mark }) => {
      const foreign = mark.name === "alpha" ? "beta" : "alpha";
      for (const q of [
        mark.name,
        foreign,
        "walnut",
        "CHERRY",
        "chiars",
        "plain",
        `${foreign}@example.com`,
        "Buyer",
        "contact",
        "care",
        "1001",
      ])
        await api.get(at(`/search?q=${encodeURIComponent(q)}`));
    },
  },
  presence: {
    run: async ({ api, at, by, readTranslations, ownSite }) => {
      const { snapshot } = await readEventState(by.deps.sql);
      for (const slug of ["plain", "one"])
        await api.put(at("/presence"), { document: (await readTranslations()).get(slug)?.document, locale: "en" });
      await api.put(at("/presence"), { document: fixed.release, locale: "en" });
      const { events } = await readEvents(by.deps.sql, [ownSite.id], snapshot);
      for (const { targetId, kind } of events) api.note(`${kind} ${targetId}`);
    },
  },
  previews: {
    run: async ({ api, at, readTranslations }) => {
      for (const slug of ["plain", "draft", "one", "old"])
        await api.post(at("/previews"), { page: (await readTranslations()).get(slug)?.document });
      await api.post(at("/previews"), { release: fixed.release });
      for (const { preview } of marks) {
        await api.get(at(`/previews/${preview}`));
        await api.delete(at(`/previews/${preview}`));
      }
      const { json } = await api.get(at("/previews"));
      for (const { id } of (json as { data: { id: string }[] }).data) {
        await api.get(at(`/previews/${id}`));
        await api.delete(at(`/previews/${id}`));
      }
      await api.get(at("/previews"));
    },
  },
  "an unsaved page": {
    run: async ({ api, at, readTranslations, itemId }) => {
      const [entry, page] = [(await readTranslations()).get("one")?.document, (await readTranslations()).get("target")?.document];
      const props = { text: "x", next: { entry }, on: { page } };
      const bindings = { "/text": { source: "entry", contentType: "note", slug: "two", path: "/text" } };
      const bound = { "/text": { source: "product", slug: "walnut", path: "/title" } };
      const composition = [
        { type: "text", props },
        { type: "text", props, bindings },
        { type: "text", props, bindings: bound },
        { type: "text", props, bindings: { "/next": { source: "entry", contentType: "note", slug: "one", path: "/next" } } },
      ];
      await api.post(at("/pages/resolve"), { locale: "en", title: "T", composition });
      await api.post(at("/pages/resolve"), { locale: "es", title: await itemId("walnut"), composition });
    },
  },
};
