import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { previews } from "../../../../../test/kit/previews.ts";
import { replaceSql } from "../../../../../test/kit/database.ts";
import type { Sql } from "../../../ports/database.ts";

let server: TestServer;
/** What the server sends to its database, with the kinds of the values. */
let statements: string[] = [];
let site: TestSite;
let good: string;

beforeAll(async () => {
  server = await startServer({
    throughSql: (sql) => {
      const watched: Sql = (strings, ...values) => {
        statements.push(`${strings.join("?")} ${values.map((value) => value?.constructor.name).join()}`);
        return sql(strings, ...values);
      };
      return replaceSql(sql, watched);
    },
  });
  site = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "Home", draft: { title: "DRAFT" } }] });
  ({ token: good } = await previews(server, site).issue("home"));
});
afterAll(() => server.stop());

const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
const body = (token: string) => token.slice(3);

/** What stands in the path where a good token could. */
const malformed: Record<string, (token: string) => string> = {
  "of the right form, and unknown": () => `pv_${"0".repeat(32)}`,
  "without its prefix": body,
  "with another prefix": (token) => `pk_${body(token)}`,
  "with its prefix in capitals": (token) => `PV_${body(token)}`,
  "in lower case": (token) => `pv_${body(token).toLowerCase()}x`.slice(0, 35),
  "in upper case": (token) => `pv_${body(token).toUpperCase()}x`.slice(0, 35),
  "with its cases swapped": (token) => `pv_${swapCase(body(token))}`,
  "one character short": (token) => token.slice(0, -1),
  "one character long": (token) => `${token}0`,
  "with a blank after it": (token) => `${token}%20`,
  "with a line feed after it": (token) => `${token}%0A`,
  "with NUL after it": (token) => `${token}%00`,
  "NUL alone": () => "%00",
  "with a slash in it": (token) => `${token}%2F`,
  "with a way out of the path": () => "..%2F..%2Fpages%2Fhome",
  "encoded twice": (token) => `%2570v_${body(token)}`,
  "with a plus for a blank": (token) => `+${token}`,
  "in full-width letters": (token) => encodeURIComponent(`ｐｖ_${body(token)}`),
  "with a letter that looks the same": (token) => encodeURIComponent(`рv_${body(token)}`),
  "an emoji": () => encodeURIComponent("🪑"),
  "the hash of a good one": (token) => Buffer.from(token).toString("hex"),
  "a piece of SQL": () => encodeURIComponent("' or true --"),
  __proto__: () => "__proto__",
  "of nearly 8 KB": (token) => `${token}${"a".repeat(8_000)}`,
};

/** Two answers, compared but for the id of the request. */
async function asked(path: string, headers: Record<string, string> = {}) {
  statements = [];
  const { status, text, headers: got } = await server.ask(path, { headers });
  const requestId = got.get("x-request-id") ?? "";
  const rest = [...got].filter(([name]) => !["x-request-id", "date"].includes(name)).map(([name, value]) => `${name}: ${value}`);
  return { status, text: text.replaceAll(requestId, "…"), headers: rest.join("\n").replace(/(ratelimit: .*)r=\d+/, "$1r=…"), statements };
}

/** What an unknown token is answered with; made for each comparison, since rate limits are counted down in a header. */
const ofNobody = (query = "") => asked(`${cms}/preview/pv_${"z".repeat(32)}${query}`);

describe("a bad token gets the same bytes, headers and statements as an unknown one", () => {
  test.each(Object.keys(malformed))("%s", async (name) => {
    const text = malformed[name]?.(good) ?? "";
    expect(await asked(`${cms}/preview/${text}`)).toEqual({ ...(await ofNobody()) });
    const problem = JSON.parse((await ofNobody()).text) as object;
    expect(problem).toMatchObject({ status: 404, code: "preview_not_found", title: "Preview not found" });
    // A malformed locale changes nothing: what locales a site has is for those who have a token.
    expect(await asked(`${cms}/preview/${text}?locale=german`)).toEqual(await ofNobody("?locale=german"));
  });

  const endings: Record<string, (ownSite: TestSite, preview: { id: string; token: string }) => Promise<unknown>> = {
    "that is over": async () => server.clock.advance(60 * 60_000),
    "that was cancelled": (ownSite, { token }) => previews(server, ownSite).run("preview cancel", { tokenOrId: token }),
    "of a suspended site": ({ id }) => server.deps.sql`update sites set suspended_at = now() where id = ${id}`,
    "whose page is gone": ({ id }) => server.deps.sql`delete from documents where site_id = ${id}`,
    "whose site is gone": ({ id }) => server.deps.sql`delete from sites where id = ${id}`,
    "whose page is another kind of document by now": async ({ id }) => {
      await server.deps.sql`
        insert into content_types (site_id, id, slug, title, schema, ui_schema, created_at, updated_at)
        values (${id}, gen_random_uuid(), 'note', 'Note', '{}', '{}', now(), now())`;
      await server.deps.sql.begin(async (tx) => {
        await tx`delete from documents where site_id = ${id}`;
        await tx`
          insert into documents (site_id, id, content_type, name, created_at)
          select site_id, document_id, 'note', 'home', created_at from previews where site_id = ${id}`;
      });
    },
  };
  test.each(Object.keys(endings))("%s", async (name) => {
    const ownSite = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "Home" }] });
    const preview = await previews(server, ownSite).issue("home");
    const path = `${cms}/preview/${preview.token}`;
    expect((await asked(path)).status).toBe(200);
    await endings[name]?.(ownSite, preview);
    expect(await asked(path)).toEqual(await ofNobody());
    expect(await asked(`${path}?locale=german`)).toEqual(await ofNobody("?locale=german"));
    const head = await server.ask(path, { method: "HEAD" });
    expect([head.status, head.text]).toEqual([404, ""]);
    // The one of the other site goes on.
    if (name !== "that is over") expect((await asked(`${cms}/preview/${good}`)).status).toBe(200);
    else ({ token: good } = await previews(server, site).issue("home"));
  });

  test("of a page in neither the requested nor the default locale", async () => {
    const ownSite = await server.addSite({ site: { locales: ["en", "de"] }, pages: [{ slug: "nur", locale: "de", title: "Nur" }] });
    const { token } = await previews(server, ownSite).issue("nur");
    expect(await asked(`${cms}/preview/${token}`)).toEqual(await ofNobody());
  });

  test("and a good token takes the same statements", async () => {
    const { statements: ofBad } = await ofNobody();
    const { statements: ofGood } = await asked(`${cms}/preview/${good}`);
    expect(ofBad).toHaveLength(2);
    expect(ofGood).toEqual(ofBad);
  });
});

test("a token that is too long for an address is refused like every address that is too long", async () => {
  const { status, text } = await asked(`${cms}/preview/${good}${"a".repeat(8_200)}`);
  expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([414, "url_too_long"]);
});

test.each([`${cms}/pages`, `${cms}/pages/home`, `${cms}/block-types`, `${shop}/products`, `${shop}/account`, `${shop}/account/orders`])(
  "a preview's token is no credential for %s",
  async (path) => {
    for (const headers of [
      { "x-api-key": good },
      { authorization: `Bearer ${good}` },
      { "x-api-key": good, authorization: `Bearer ${good}` },
    ] as Record<string, string>[]) {
      expect((await server.ask(path, { headers })).status).toBe(401);
    }
    expect((await server.ask(`${path}?token=${good}`, {})).status).toBe(401);
  },
);

describe("a preview", () => {
  test("ends at the exact millisecond", async () => {
    const { issue, read } = previews(server, site);
    const { token } = await issue("home", 90_000);
    server.clock.advance(89_999);
    expect((await read(token)).status).toBe(200);
    server.clock.advance(1);
    expect((await read(token)).status).toBe(404);
  });

  test("that is cancelled ends at once, and others of the page stay", async () => {
    const { issue, read, run } = previews(server, site);
    const [one, other] = [await issue("home"), await issue("home")];
    await run("preview cancel", { tokenOrId: one.token });
    expect([(await read(one.token)).status, (await read(other.token)).status]).toEqual([404, 200]);
  });

  test("works again when its site is no longer suspended", async () => {
    const ownSite = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "Home" }] });
    const { issue, read } = previews(server, ownSite);
    const { token } = await issue("home");
    await server.deps.sql`update sites set suspended_at = now() where id = ${ownSite.id}`;
    expect((await read(token)).status).toBe(404);
    await server.deps.sql`update sites set suspended_at = null where id = ${ownSite.id}`;
    expect((await read(token)).status).toBe(200);
  });
});
