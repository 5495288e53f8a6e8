import fc from "fast-check";
import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientsBehind } from "../http/client-address.ts";
import { matchesEtag } from "../http/etag.ts";
import { parseJsonPointer, pointerStep, replaceAtJsonPointer, resolveJsonPointer } from "../json-schema/json-pointer.ts";
import { canonicalLocale } from "./locale.ts";
import { canonicalCurrency } from "./money.ts";
import { canonicalOrigin, isLoopbackOrigin, originRule } from "../http/origin.ts";
import { pageLinks } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import { KeyRing, parseSecretKeys, randomBase62 } from "../secrets/secret.ts";
import { isPageSlug, isSlug } from "./slug.ts";
import { textTable } from "./text-table.ts";
import { TokenBuckets } from "../limits/token-bucket.ts";

describe("JSON Pointers", () => {
  // The examples of RFC 6901, section 5.
  const document = { foo: ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8 };
  test.each([
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ])("%s leads where the RFC says", (pointer, value) => {
    expect(resolveJsonPointer(document, parseJsonPointer(pointer) ?? ["no pointer"])).toEqual(value);
  });

  test.each(["foo", "#/foo", "/~", "/~2", "/a~"])("%s is none", (pointer) => {
    expect(parseJsonPointer(pointer)).toBeUndefined();
  });

  test.each([["/foo/2"], ["/foo/01"], ["/foo/-"], ["/foo/-1"], ["/foo/1e0"], ["/foo/length"], ["/toString"], ["/__proto__"], ["/foo/0/0"]])(
    "%s leads nowhere",
    (pointer) => {
      expect(resolveJsonPointer(document, parseJsonPointer(pointer) ?? [])).toBeUndefined();
    },
  );

  test("a step survives being written and read", () => {
    fc.assert(fc.property(fc.string(), (token) => void expect(parseJsonPointer(pointerStep(token))).toEqual([token])));
  });

  test("nothing outside the value can be replaced", () => {
    const target = { list: [1] };
    expect([
      replaceAtJsonPointer(target, ["__proto__"], { polluted: true }),
      replaceAtJsonPointer(target, ["constructor", "prototype", "x"], 1),
    ]).toEqual([false, false]);
    expect([
      replaceAtJsonPointer(target, [], 1),
      replaceAtJsonPointer(target, ["list", "1"], 1),
      replaceAtJsonPointer(target, ["none", "x"], 1),
    ]).toEqual([false, false, false]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(target).toEqual({ list: [1] });
  });
});

describe("origins", () => {
  test.each([
    ["https://Shop.Example", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["http://shop.example:80", "http://shop.example"],
    ["http://shop.example:8080", "http://shop.example:8080"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://*.shop.example", "https://*.shop.example"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("%s is configured as %s", (given, canonical) => {
    expect(canonicalOrigin(given)).toBe(canonical);
  });

  test.each([
    ...[
      "",
      "*",
      "null",
      "shop.example",
      "https://",
      "https://shop.example/",
      "https://shop.example/x",
      "https://shop.example?x",
      "https://shop.example#x",
      "https://a@shop.example",
    ],
    ...[
      "https://shop.example.",
      "ftp://shop.example",
      "https://*.example",
      "https://*",
      "https://*.*.shop.example",
      "https://a.*.example",
      "https://*.127.0.0.1",
      "https://sho p.example",
      "https://shop.example\\x",
    ],
  ])("%s is no origin that can be configured", (given) => {
    expect(canonicalOrigin(given)).toBeUndefined();
  });

  test("no origin but the configured ones passes", () => {
    const rule = originRule(["https://shop.example", "https://*.wild.example"]);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.domain().map((domain) => `https://${domain}`),
        ),
        (origin) => {
          fc.pre(!/^https:\/\/(shop|[a-z0-9-]+\.wild)\.example(:443)?$/i.test(origin));
          expect(rule(origin)).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each(["http://localhost", "http://localhost:5173", "https://localhost:1", "http://127.0.0.1:80", "http://[::1]:9"])(
    "%s is where people develop",
    (origin) => {
      expect(isLoopbackOrigin(origin)).toBe(true);
    },
  );

  test.each([
    "http://localhost.evil.example",
    "http://localhost:1@evil.example",
    "http://127.0.0.2",
    "http://localhost/",
    "http://evil-localhost",
    "null",
    "http://localhost:123456",
  ])("%s is not", (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(false);
  });
});

test.each([
  ["en", "en"],
  ["EN", "en"],
  ["pt-br", "pt-BR"],
  ["PT-BR", "pt-BR"],
  ["De-aT", "de-AT"],
])("the locale %s is %s", (given, canonical) => {
  expect(canonicalLocale(given)).toBe(canonical);
});

test.each(["", "e", "eng", "en_US", "en-USA", "en-", "-US", "en-US-x", "en-1a", "ın", "en\n", " en", "ſs", "K1"])(
  "%j is no locale",
  (given) => {
    expect(canonicalLocale(given)).toBeUndefined();
  },
);

test("slugs have the form that was promised", () => {
  const good = ["a", "0", "a-b", "docs-2026", "a".repeat(200)];
  const bad = ["", "-a", "a-", "a--b", "A", "a_b", "ä", "a.b", "a b", "a\n", "a".repeat(201)];
  expect([good.filter(isSlug), good.filter(isPageSlug), bad.filter(isSlug), bad.filter(isPageSlug)]).toEqual([good, good, [], []]);
  expect([isSlug("a/b"), isPageSlug("a/b/c"), isPageSlug("a//b"), isPageSlug("/a"), isPageSlug("a/")]).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});

test("currencies are those of ISO 4217", () => {
  expect(["EUR", "usd", "Jpy", "xyz", "", "euro", "__proto__"].map(canonicalCurrency)).toEqual([
    "eur",
    "usd",
    "jpy",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a validator matches itself, strong or weak, in a list, and nothing that looks like it", () => {
  expect(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', "*", ' "a" '].map((sent) => matchesEtag(sent, '"a"'))).toEqual(Array(6).fill(true));
  expect(['"b"', "a", '"a', '"aa"', 'w/"a"', "", '""a""'].map((sent) => matchesEtag(sent, '"a"'))).toEqual(Array(7).fill(false));
});

test("an empty list has one page, the first and the last", () => {
  expect(pageLinks({}, { page: 1, pageSize: 10 }, 0)).toBe('<?page=1&pageSize=10>; rel="first", <?page=1&pageSize=10>; rel="last"');
});

test("a problem's code is declared once", () => {
  problem("only_in_this_test", 400, "x");
  expect(() => problem("only_in_this_test", 400, "x")).toThrow("declared twice");
});

describe("secrets", () => {
  const key = (id: string, fill: number) => ({ id, bytes: new Uint8Array(32).fill(fill) });

  test("open where they were sealed, and nowhere else", () => {
    const ring = new KeyRing([key("a", 1)]);
    const sealed = ring.seal("sk_live_x", "plugins/one");
    expect(ring.open(sealed, "plugins/one")).toBe("sk_live_x");
    expect(() => ring.open(sealed, "plugins/two")).toThrow();
    expect(Buffer.from(sealed).includes("sk_live_x")).toBe(false);
    expect(ring.seal("x", "c")).not.toEqual(ring.seal("x", "c"));
  });

  test("do not open once a single bit was changed", () => {
    const ring = new KeyRing([key("a", 1)]);
    const sealed = Buffer.from(ring.seal("secret", "c"));
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => ring.open(changed, "c")).toThrow();
    }
  });

  test("can be rotated: the first key seals, all open", () => {
    const old = new KeyRing([key("old", 1)]);
    const both = new KeyRing([key("new", 2), key("old", 1)]);
    expect(both.open(old.seal("x", "c"), "c")).toBe("x");
    expect(() => old.open(both.seal("x", "c"), "c")).toThrow('no key with the id "new"');
  });

  test("are read from the setting, one bare or a ring", () => {
    const [a, b] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString("base64")) as [string, string];
    expect(parseSecretKeys(a)?.map(({ id }) => id)).toEqual(["0"]);
    expect(parseSecretKeys(`new:${b}, old:${a}`)?.map(({ id }) => id)).toEqual(["new", "old"]);
    for (const wrong of ["", "short", `${a}x`, `a:${a},a:${b}`, `${a},${b}`, `a b:${a}`, `a:${a},`, a.slice(1)])
      expect(parseSecretKeys(wrong)).toBeUndefined();
  });

  test("random texts use every letter and digit, about equally", () => {
    const counts = new Map<string, number>();
    for (const letter of randomBase62(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // Six standard deviations of a binomial with n = 62 000 and p = 1/62.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(190);
  });
});

describe("token buckets", () => {
  test("never give more than the burst and the rate allow, whatever the times of the requests", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200 }),
        (perSecond, burst, waits) => {
          const buckets = new TokenBuckets(10);
          let now = 0;
          let taken = 0;
          for (const wait of waits) {
            now += wait;
            const { allowed, remaining, retryAfterSeconds } = buckets.take("k", { perSecond, burst }, now);
            if (allowed) taken += 1;
            expect(remaining).toBeGreaterThanOrEqual(0);
            expect(retryAfterSeconds > 0).toBe(!allowed);
          }
          expect(taken).toBeLessThanOrEqual(burst + (now * perSecond) / 1_000 + 1e-6);
        },
      ),
    );
  });

  test("keep clients apart", () => {
    const buckets = new TokenBuckets(10);
    const rate = { perSecond: 1, burst: 1 };
    expect(["a", "a", "b", "b"].map((key) => buckets.take(key, rate, 0).allowed)).toEqual([true, false, true, false]);
  });

  test("waiting as long as they say is enough", () => {
    const buckets = new TokenBuckets(10);
    const rate = { perSecond: 3, burst: 2 };
    let now = 0;
    for (let round = 0; round < 50; round += 1) {
      const { allowed, retryAfterSeconds } = buckets.take("k", rate, now);
      if (!allowed) {
        now += retryAfterSeconds * 1_000;
        expect(buckets.take("k", rate, now).allowed).toBe(true);
      }
    }
  });

  test("take over what all processes together have left", () => {
    const buckets = new TokenBuckets(10);
    const rate = { perSecond: 1, burst: 10 };
    for (let count = 0; count < 4; count += 1) buckets.take("k", rate, 0);
    expect(buckets.drainDebits()).toEqual([{ key: "k", taken: 4, rate }]);
    buckets.take("k", rate, 0);
    buckets.settle("k", 3, 0);
    expect(buckets.take("k", rate, 0)).toMatchObject({ allowed: true, remaining: 1 });
    expect(buckets.drainDebits()).toEqual([{ key: "k", taken: 2, rate }]);
    expect(buckets.drainDebits()).toEqual([]);
  });
});

describe("the client's address", () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: forwarded ? { "x-forwarded-for": forwarded } : {},
      connection: { remoteAddress },
    }) as unknown as IncomingMessage;

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (address, counted) => {
    expect(clientsBehind([]).ofRequest(request(address))).toBe(counted);
  });

  test("is the socket's when no proxy is trusted, and the last untrusted one when some are", () => {
    expect(clientsBehind([]).ofRequest(request("10.0.0.1", "1.2.3.4"))).toBe("10.0.0.1");
    const behindProxies = clientsBehind(["10.0.0.0/8"]).ofRequest;
    expect(behindProxies(request("10.0.0.1", "1.2.3.4"))).toBe("1.2.3.4");
    expect(behindProxies(request("10.0.0.1", "9.9.9.9, 1.2.3.4, 10.5.5.5"))).toBe("1.2.3.4");
    expect(behindProxies(request("8.8.8.8", "1.2.3.4"))).toBe("8.8.8.8");
  });
});

test("tables line up", () => {
  expect(
    textTable(
      ["a", "bb"],
      [
        ["xxx", "y"],
        ["", "z"],
      ],
    ),
  ).toBe("a    bb\nxxx  y\n     z");
});
