import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../test/kit/raw.ts";
import { operation } from "../lib/http/operation.ts";

let server: TestServer;

const echo = operation(
  {
    id: "echo",
    method: "POST",
    path: "/echo",
    access: "none",
    cors: "any",
    problems: [],
    tags: ["Test"],
    summary: "Gives back",
    body: Type.Object({
      count: Type.Optional(Type.Integer({ minimum: 1 })),
      items: Type.Optional(Type.Array(Type.Object({ quantity: Type.Integer({ minimum: 1 }) }))),
    }),
    response: { 200: Type.Object({ count: Type.Optional(Type.Integer()), known: Type.Boolean() }, { additionalProperties: false }) },
  },
  () =>
    async ({ body }) => ({ ...(body.count === undefined ? {} : { count: body.count }), known: true, secret: "never shown" }),
);

beforeAll(async () => {
  server = await startServer({ moreOperations: [echo] });
});
afterAll(() => server.stop());

const post = (body: string | Uint8Array, type = "application/json") =>
  server.ask("/echo", { method: "POST", body: body as string, headers: { "content-type": type } });

test("a member that the response schema does not declare is not sent", async () => {
  expect((await post('{"count":3,"unknown":true}')).json).toEqual({ count: 3, known: true });
});

describe("a body that is not plain JSON is refused", () => {
  const surrogate = String.fromCharCode(92) + "ud800";
  test.each([
    ["empty", ""],
    ["cut off", '{"count":1'],
    ["with more after it", '{"count":1}}'],
    ["with a comment", '{"count":1/*x*/}'],
    ["with a trailing comma", '{"count":1,}'],
    ["single quotes", "{'count':1}"],
    ["a byte order mark", "\ufeff{}"],
    ["a NUL", '{"a":"\\u0000"}'],
    ["a NUL in a name", '{"a\\u0000":1}'],
    ["half a surrogate pair", `{"a":"${surrogate}"}`],
    ["a member twice", '{"count":1,"count":2}'],
    ["a member twice in disguise", '{"count":1,"\\u0063ount":2}'],
    ["a member twice, deep inside", '{"a":[{"b":{"c":1,"d":2,"c":3}}]}'],
    ["too large a number", '{"count":1e400}'],
    ["a number that would be rounded", '{"count":9007199254740993}'],
    ["a negative one", '{"count":-9007199254740993}'],
    ["__proto__", '{"__proto__":{"admin":true}}'],
    ["__proto__ in disguise", '{"\\u005f_proto__":{}}'],
    ["constructor.prototype", '{"constructor":{"prototype":{}}}'],
    ["33 levels", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`],
    ["100 000 levels", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["NaN", '{"count":NaN}'],
    ["Infinity", '{"count":-Infinity}'],
  ])("%s", async (_name, body) => {
    expect(await post(body)).toMatchObject({ status: 400, json: { code: "invalid_json" } });
  });

  test("invalid UTF-8", async () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]]) {
      expect(await post(Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]))).toMatchObject({
        status: 400,
        json: { code: "invalid_json" },
      });
    }
  });

  test("a pointer names the place", async () => {
    expect((await post('{"a":[1,{"b/c":"\\u0000"}]}')).json).toMatchObject({ errors: [{ path: "/a/1/b~1c" }] });
  });
});

test.each([
  '{"a":"😀"}',
  '{"a":-0}',
  '{"a":1.5e3}',
  '{"constructor":1}',
  '{"prototype":1}',
  `${'{"a":'.repeat(32)}1${"}".repeat(32)}`,
  ' \r\n\t{ "a" : [ ] } ',
])("plain JSON is accepted: %s", async (body) => {
  expect((await post(body)).status).toBe(200);
});

test.each([
  ['{"count":0}', "/count", "minimum"],
  ['{"count":"1"}', "/count", "type"],
  ['{"count":1.5}', "/count", "type"],
  ['{"count":null}', "/count", "type"],
  ['{"items":[{"quantity":1},{"quantity":0}]}', "/items/1/quantity", "minimum"],
  ['{"items":[{}]}', "/items/0/quantity", "required"],
  ['{"items":{}}', "/items", "type"],
  ["[]", "", "type"],
  ["null", "", "type"],
  ['"text"', "", "type"],
])("%s fails validation at %s", async (body, path, code) => {
  expect(await post(body)).toMatchObject({ status: 400, json: { code: "validation_failed", errors: [{ path, code }] } });
});

test("the detail names the place in plain notation", async () => {
  expect((await post('{"items":[{"quantity":0}]}')).json).toMatchObject({ detail: "items[0].quantity must be >= 1" });
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "application/json\ttext/plain",
  "application/json; charset=utf-16",
  "application/json; charset=latin1",
  "*/*",
])("%s is not accepted as JSON", async (type) => {
  expect(await post("{}", type)).toMatchObject({ status: 415, json: { code: "unsupported_media_type" } });
});

test("a body without a type is not accepted as JSON", async () => {
  const { status } = parseRaw(await sendRaw(server.port, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"));
  expect(status).toBe(415);
});

test.each(["application/json; charset=utf-8", "Application/JSON", 'application/json;charset="UTF-8"'])("%s is accepted", async (type) => {
  expect((await post("{}", type)).status).toBe(200);
});

test("a body over 256 KiB is too large, whether announced or not", async () => {
  const body = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
  expect((await post(body(256 * 1024))).status).toBe(200);
  expect(await post(body(256 * 1024 + 1))).toMatchObject({ status: 413, json: { code: "body_too_large" } });
  const chunk = "x".repeat(64 * 1024);
  const chunks = Array.from({ length: 5 }, () => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  const text = await sendRaw(
    server.port,
    `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  );
  expect(parseRaw(text).status).toBe(413);
});
