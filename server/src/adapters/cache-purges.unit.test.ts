import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cachePurges } from "./cache-purges.ts";

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

let server: Server;
let url: string;
const received: Received[] = [];
let status = 200;
beforeEach(async () => {
  received.length = 0;
  status = 200;
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

const many = Array.from({ length: 300 }, (_, index) => `tag-${index}`);

test("Fastly gets up to 256 surrogate keys in a call, with the token", async () => {
  await cachePurges({ kind: "fastly", url, service: "SU1", token: "secret" }).purge(["acme", "acme/any"]);
  expect(received).toMatchObject([
    { method: "POST", url: "/service/SU1/purge", headers: { "fastly-key": "secret", "surrogate-key": "acme acme/any" }, body: "" },
  ]);
  received.length = 0;
  await cachePurges({ kind: "fastly", url, service: "SU1", token: "secret" }).purge(many);
  expect(received.map(({ headers }) => String(headers["surrogate-key"]).split(" ").length).sort()).toEqual([256, 44]);
});

test("Cloudflare gets up to 100 tags in a call, with the token", async () => {
  const cloudflare = cachePurges({ kind: "cloudflare", url, zone: "023e", token: "secret" });
  await cloudflare.purge(many);
  expect(received).toHaveLength(3);
  for (const { method, url: path, headers } of received) {
    expect([method, path, headers.authorization, headers["content-type"]]).toEqual([
      ...["POST", "/zones/023e/purge_cache", "Bearer secret", "application/json"],
    ]);
  }
  expect(received.flatMap(({ body }) => (JSON.parse(body) as { tags: string[] }).tags).sort()).toEqual([...many].sort());
});

test("each Varnish gets every tag, and all have to acknowledge", async () => {
  await cachePurges({ kind: "varnish", urls: [url, url], token: "secret" }).purge(["acme"]);
  const call = { method: "PURGE", url: "/", headers: { "surrogate-key": "acme", authorization: "Bearer secret" } };
  expect(received).toMatchObject([call, call]);
  const oneAway = cachePurges({ kind: "varnish", urls: [url, "http://127.0.0.1:9"], token: undefined });
  await expect(oneAway.purge(["acme"])).rejects.toMatchObject({ kind: "connection" });
});

test.each([403, 429, 500, 302])("an answer of %i is a failure, which names no tag", async (refusal) => {
  status = refusal;
  const error: unknown = await cachePurges({ kind: "varnish", urls: [url], token: undefined })
    .purge(["acme/secret"])
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "PurgeFailure", kind: `status ${refusal}` });
  expect(String(error)).not.toContain("secret");
  expect(received).toHaveLength(1);
});

test("without caches there is nothing to do", async () => {
  await cachePurges({ kind: "none" }).purge(["acme"]);
  expect(received).toEqual([]);
});
