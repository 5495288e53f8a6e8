import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import type { ShownCategory } from "../../../../../../test/kit/categories.ts";
import { dataOf } from "../../../../../../test/kit/checkout-client.ts";
import { shop, startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import type { ShownProduct } from "../../../../../../test/kit/products.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
let base: string;
beforeEach(async () => {
  site = await server.addSite({ site: { locales: ["en", "de"] } });
  api = asAdmin(server, await addMember(server, site, "EDITOR"));
  base = `/sites/${site.slug}/categories`;
});

const create = async (slug: string, more: object = {}) =>
  dataOf<ShownCategory>(await api.post(base, { slug, title: slug.toUpperCase(), ...more }));
const read = async (id: string) => dataOf<ShownCategory>(await api.get(`${base}/${id}`));
const patch = async (id: string, body: object) => api.patch(`${base}/${id}`, body, { revision: (await read(id)).revision });
const move = async (id: string, body: object) => api.post(`${base}/${id}/move`, body, { revision: (await read(id)).revision });
const publicRead = async (path: string) => {
  await server.directory.poll();
  return server.ask(`${shop}/${path}`, { key: site.key });
};
/** Slugs and positions of the children of a parent, or of the roots. */
const placesBelow = async (parentId?: string) => {
  const { json } = await api.get(`${base}?${parentId === undefined ? "roots=true" : `parentId=${parentId}`}`);
  return (json as { data: ShownCategory[] }).data.map(({ slug, position }) => `${slug} ${position}`);
};
const errorsOf = ({ json }: Answer) =>
  (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => [path, code]);
const addProduct = async (slug: string, categoryId: string | null) => {
  const body = { slug, title: slug, categoryId, variants: [{ sku: slug.toUpperCase(), price: 100 }] };
  return dataOf<ShownProduct>(await api.post(`/sites/${site.slug}/products`, body));
};

describe("a category", () => {
  test("is created among its siblings, hidden or public, and changed by merge patches", async () => {
    const seats = await create("seats", { translations: { de: { title: "Sitze", slug: "sitze" } } });
    expect(seats).toMatchObject({ revision: 1, status: "ACTIVE", parentId: null, position: 0, description: null, image: null });
    await create("tables", { position: 0 });
    await create("attic", { status: "HIDDEN", position: 1 });
    expect(await placesBelow()).toEqual(["tables 0", "attic 1", "seats 2"]);
    expect((await publicRead("categories/slug/attic")).status).toBe(404);
    expect((await publicRead("categories/slug/sitze?locale=de")).json).toMatchObject({ data: { title: "Sitze" } });

    const answer = await patch(seats.id, { description: "To sit on", translations: { de: { description: "Zum Sitzen" } } });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        data: {
          revision: 2,
          description: "To sit on",
          position: 2,
          translations: { de: { title: "Sitze", slug: "sitze", description: "Zum Sitzen" } },
        },
      },
    });
    expect(answer.headers.get("etag")).toBe('"2"');
    expect((await patch(seats.id, { description: "To sit on" })).json).toMatchObject({ data: { revision: 2 } });
    expect((await patch(seats.id, { translations: { de: null } })).json).toMatchObject({ data: { revision: 3, translations: {} } });
    expect((await patch(seats.id, { status: "HIDDEN" })).status).toBe(200);
    expect((await publicRead("categories/slug/seats")).status).toBe(404);
    expect(codeOf(await api.patch(`${base}/${seats.id}`, { title: "Late" }, { revision: 3 }))).toBe("revision_conflict");
    expect((await api.patch(`${base}/${seats.id}`, { title: "Blind" })).status).toBe(428);
  });

  test("is refused with pointers, and nothing is stored", async () => {
    const seats = await create("seats");
    expect(errorsOf(await api.post(base, { slug: "seats", title: "Again" }))).toEqual([["/slug", "duplicate"]]);
    const unknown = "01900000-0000-7000-8000-00000000aaaa";
    expect(errorsOf(await api.post(base, { slug: "x", title: "X", parentId: unknown }))).toEqual([["/parentId", "unknown"]]);
    expect(errorsOf(await api.post(base, { slug: "x", title: "X", parent: "seats" }))).toEqual([["/parent", expect.any(String)]]);
    await create("tables");
    expect(errorsOf(await patch(seats.id, { slug: "tables" }))).toEqual([["/slug", "duplicate"]]);
    expect(errorsOf(await patch(seats.id, { parentId: null }))).toEqual([["/parentId", expect.any(String)]]);
    expect(errorsOf(await patch(seats.id, { translations: { de: { description: "No title" } } }))).toEqual([
      ["/translations/de/title", "required"],
    ]);
    expect(codeOf(await api.get(`${base}/${unknown}`))).toBe("category_not_found");
    expect(codeOf(await api.get(`${base}/none`))).toBe("category_not_found");
    expect((await api.get(base)).json).toMatchObject({ total: 2 });
  });

  test("moves with all below it; what it leaves and what it joins stay without gaps", async () => {
    const [a, b, c] = [await create("a"), await create("b"), await create("c")];
    const [x, y] = [await create("x", { parentId: a.id }), await create("y", { parentId: a.id })];
    await addProduct("stool", x.id);
    expect((await move(x.id, { parentId: b.id })).json).toMatchObject({ data: { parentId: b.id, position: 0, revision: 2 } });
    expect([await placesBelow(a.id), await placesBelow(b.id)]).toEqual([["y 0"], ["x 0"]]);
    expect((await publicRead("categories/slug/b")).json).toMatchObject({ data: { productCount: 1 } });
    expect((await publicRead("products?category=a")).json).toMatchObject({ total: 0 });
    expect((await publicRead("products?category=b")).json).toMatchObject({ total: 1 });

    await move(c.id, { parentId: null, position: 0 });
    expect(await placesBelow()).toEqual(["c 0", "a 1", "b 2"]);
    await move(c.id, { parentId: null, position: 1 });
    expect(await placesBelow()).toEqual(["a 0", "c 1", "b 2"]);
    await move(a.id, { parentId: null, position: 99 });
    expect(await placesBelow()).toEqual(["c 0", "b 1", "a 2"]);
    expect((await read(b.id)).revision).toBe(1);
    const { revision } = await read(a.id);
    expect((await move(a.id, { parentId: null })).json).toMatchObject({ data: { revision } });

    await move(b.id, { parentId: y.id });
    for (const parentId of [a.id, b.id, x.id]) {
      expect(errorsOf(await move(a.id, { parentId }))).toEqual([["/parentId", "circle"]]);
    }
    expect(errorsOf(await move(a.id, { position: 0 }))).toEqual([["/parentId", "required"]]);
    expect(codeOf(await api.post(`${base}/${a.id}/move`, { parentId: null }, { revision: 99 }))).toBe("revision_conflict");
  });

  test("takes the positions of an import in their order", async () => {
    await server.import({
      bundle: 1,
      site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de"], currency: "eur" },
      categories: [
        { slug: "late", title: "Late", position: 900 },
        { slug: "early", title: "Early", position: -5 },
        { slug: "middle", title: "Middle", position: 900 },
      ],
    });
    const { data } = (await api.get(`${base}?q=early`)).json as { data: ShownCategory[] };
    await move(data[0]?.id ?? "", { parentId: null });
    expect(await placesBelow()).toEqual(["late 0", "middle 1", "early 2"]);
  });

  test("with products, subcategories or content is deleted only by force, and they stay", async () => {
    const [first, middle, last] = [await create("first"), await create("middle"), await create("last")];
    const [x, y] = [await create("x", { parentId: middle.id }), await create("y", { parentId: middle.id })];
    const product = await addProduct("stool", middle.id);
    const refused = await api.delete(`${base}/${middle.id}`, { revision: 1 });
    expect(refused).toMatchObject({ status: 409, json: { code: "in_use", placesTotal: 3 } });
    expect((refused.json as { places: { name: string; path: string }[] }).places.map(({ name, path }) => [name, path])).toEqual([
      ["x", "/parentId"],
      ["y", "/parentId"],
      ["stool", "/categoryId"],
    ]);
    expect((await publicRead("products/slug/stool")).json).toMatchObject({ data: { category: { slug: "middle" } } });

    expect((await api.delete(`${base}/${middle.id}?force=true`, { revision: 1 })).status).toBe(204);
    expect(await placesBelow()).toEqual(["first 0", "x 1", "y 2", "last 3"]);
    expect((await read(x.id)).parentId).toBeNull();
    expect([(await read(x.id)).revision, (await read(y.id)).revision, (await read(last.id)).revision]).toEqual([2, 2, 1]);
    const after = dataOf<ShownProduct>(await api.get(`/sites/${site.slug}/products/${product.id}`));
    expect([after.categoryId, after.revision]).toEqual([null, 2]);
    expect((await publicRead("products/slug/stool")).json).toMatchObject({ data: { categoryId: null, category: null } });
    expect((await publicRead("categories/slug/middle")).status).toBe(404);
    expect((await publicRead("categories/slug/x")).status).toBe(200);

    expect((await api.delete(`${base}/${first.id}`, { revision: 1 })).status).toBe(204);
    expect(await placesBelow()).toEqual(["x 0", "y 1", "last 2"]);
    const rows = await server.deps.sql<{ action: string; changes: string }>`
      select action, changes::text as changes from audit_entries
      where site_id = ${site.id} and target_id = ${middle.id} order by id`;
    expect(rows.map(({ action }) => action)).toEqual(["createCategory", "deleteCategory"]);
    expect(JSON.parse(rows[1]?.changes ?? "")).toEqual([
      { member: "children", from: 2, to: 0 },
      { member: "products", from: 1, to: 0 },
    ]);
    const others = await server.deps.sql<{ id: string; changes: object; revision: number }>`
      select audit_entries.target_id as id, audit_entries.changes, site_events.revision
      from audit_entries
      join site_events on site_events.site_id = ${site.id} and site_events.target_id = audit_entries.target_id and site_events.revision = 2
      where audit_entries.site_id = ${site.id} and action = 'deleteCategory' and audit_entries.target_id <> ${middle.id}
      order by audit_entries.id`;
    const parent = [{ member: "parent", from: "middle", to: null }];
    expect(others).toEqual([
      { id: x.id, changes: parent, revision: 2 },
      { id: y.id, changes: parent, revision: 2 },
      { id: product.id, changes: [{ member: "category", from: "middle", to: null }], revision: 2 },
    ]);
  });
});

describe("races", () => {
  test("of two categories that move below each other, one does; many moves leave a tree without gaps", async () => {
    const categories = await Promise.all(["a", "b", "c", "d", "e", "f"].map((slug) => create(slug)));
    const [a, b] = categories as [ShownCategory, ShownCategory];
    expect((await placesBelow()).map((place) => Number(place.split(" ")[1]))).toEqual([0, 1, 2, 3, 4, 5]);
    const to = (id: string, parentId: string | null, position = 0) =>
      api.post(`${base}/${id}/move`, { parentId, position }, { revision: 1 });
    const answers = await Promise.all([to(a.id, b.id), to(b.id, a.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);

    const ids = categories.map(({ id }) => id);
    for (let round = 0; round < 3; round += 1) {
      const moves = ids.map((id, index) => move(id, { parentId: ids[(index * 5 + round + 1) % ids.length] ?? null, position: index % 3 }));
      await Promise.all([...moves, ...ids.slice(0, 2).map((id) => move(id, { parentId: null, position: round }))]);
      const rows = await server.deps.sql<{ id: string; parentId: string | null; position: number; depth: number }>`
        select id, parent_id as "parentId", position, cardinality(path) as depth from categories where site_id = ${site.id}`;
      expect(rows.filter(({ depth }) => depth === 0)).toEqual([]);
      for (const parentId of [null, ...ids]) {
        const positions = rows.filter((row) => row.parentId === parentId).map(({ position }) => position);
        expect(positions.sort()).toEqual(positions.map((_, index) => index));
      }
    }
  });
});

describe("a former slug leads on", () => {
  test("for categories, until another one takes it", async () => {
    const chairs = await create("chairs");
    const slugOf = async (slug: string) => {
      const { status, json } = await publicRead(`categories/slug/${slug}`);
      const body = json as { data?: { slug: string }; code?: string; movedTo?: object };
      return body.data?.slug ?? [status, body.code, body.movedTo];
    };
    expect([await slugOf("chairs"), await slugOf("seats")]).toEqual(["chairs", [404, "category_not_found", undefined]]);
    expect((await patch(chairs.id, { slug: "seats" })).json).toMatchObject({ data: { slug: "seats", revision: 2 } });
    const moved = (slug: string) => [404, "category_not_found", { slug }];
    expect([await slugOf("seats"), await slugOf("chairs")]).toEqual(["seats", moved("seats")]);
    expect((await publicRead("products?category=chairs")).json).toMatchObject({ data: [], total: 0 });
    await patch(chairs.id, { slug: "stools" });
    expect([await slugOf("chairs"), await slugOf("seats")]).toEqual([moved("stools"), moved("stools")]);
    await patch(chairs.id, { status: "HIDDEN" });
    expect(await slugOf("chairs")).toEqual([404, "category_not_found", undefined]);
    await patch(chairs.id, { status: "ACTIVE" });
    const other = await create("chairs");
    expect(await slugOf("chairs")).toBe("chairs");
    await api.delete(`${base}/${other.id}`, { revision: 1 });
    expect(await slugOf("chairs")).toEqual([404, "category_not_found", undefined]);
    await patch(chairs.id, { slug: "seats" });
    expect([await slugOf("seats"), await slugOf("stools")]).toEqual(["seats", moved("seats")]);
    await api.delete(`${base}/${chairs.id}`, { revision: (await read(chairs.id)).revision });
    expect(await slugOf("stools")).toEqual([404, "category_not_found", undefined]);
  });

  test("for products, in each locale, also when an import changes a translation", async () => {
    const body = (slug: string, de?: string) => ({
      slug,
      title: "Stool",
      variants: [{ sku: "S", price: 1 }],
      ...(de === undefined ? {} : { translations: { de: { title: "Hocker", slug: de } } }),
    });
    const products = `/sites/${site.slug}/products`;
    const stool = dataOf<ShownProduct>(await api.post(products, body("stool", "hocker")));
    const replace = async (next: object) => {
      const { revision } = dataOf<ShownProduct>(await api.get(`${products}/${stool.id}`));
      expect((await api.put(`${products}/${stool.id}`, next, { revision })).status).toBe(200);
    };
    const slugOf = async (slug: string, locale?: string) => {
      const { json } = await publicRead(`products/slug/${slug}${locale === undefined ? "" : `?locale=${locale}`}`);
      const problem = json as { data?: { slug: string }; code?: string; movedTo?: { slug: string } };
      return problem.data?.slug ?? [problem.code, problem.movedTo?.slug];
    };
    expect(await slugOf("stool")).toBe("stool");
    await replace(body("bench", "bank"));
    expect([await slugOf("stool"), await slugOf("stool", "de"), await slugOf("hocker", "de")]).toEqual([
      ["product_not_found", "bench"],
      ["product_not_found", "bank"],
      ["product_not_found", "bank"],
    ]);
    expect(await slugOf("hocker")).toEqual(["product_not_found", undefined]);
    await server.import({
      bundle: 1,
      site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de"], currency: "eur" },
      products: [body("bench", "sitzbank"), { slug: "stool", title: "A new stool", variants: [{ sku: "N", price: 1 }] }],
    });
    expect([await slugOf("bank", "de"), await slugOf("hocker", "de"), await slugOf("stool")]).toEqual([
      ["product_not_found", "sitzbank"],
      ["product_not_found", "sitzbank"],
      "stool",
    ]);
    await replace({ ...body("bench", "sitzbank"), status: "DRAFT" });
    expect(await slugOf("bank", "de")).toEqual(["product_not_found", undefined]);
    const { revision } = dataOf<ShownProduct>(await api.get(`${products}/${stool.id}`));
    expect((await api.delete(`${products}/${stool.id}`, { revision })).status).toBe(204);
    expect(await server.deps.sql`select slug from former_catalog_slugs where site_id = ${site.id}`).toEqual([]);
  });
});
