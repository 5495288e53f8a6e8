import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { inBytes, lateSerializers } from "./late-serializers.ts";

const app = Fastify({ schemaController: lateSerializers });
const response = { 200: { type: "object", properties: { text: { type: "string" } }, additionalProperties: false } };
const textOf = (length: number) => "é".repeat(length);
const answer = (length: number) => async () => ({ text: textOf(length), secret: "not described" });
for (const length of [1, 50_000]) {
  app.get(`/described/${length}`, { schema: { response } }, answer(length));
  app.get(`/as-it-is/${length}`, { schema: { response }, serializerCompiler: () => inBytes(JSON.stringify) }, answer(length));
}
afterAll(() => app.close());

describe.each([1, 50_000])("an answer of %d characters", (length) => {
  test("has the described members, and its length in bytes", async () => {
    const { body, headers } = await app.inject(`/described/${length}`);
    expect(JSON.parse(body)).toEqual({ text: textOf(length) });
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
    });
  });

  test("can be sent as it is", async () => {
    const { body, headers } = await app.inject(`/as-it-is/${length}`);
    expect(JSON.parse(body)).toEqual({ text: textOf(length), secret: "not described" });
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
  });

  test("has the same head without a body for HEAD", async () => {
    const { body, headers } = await app.inject({ method: "HEAD", url: `/described/${length}` });
    const { headers: ofGet } = await app.inject(`/described/${length}`);
    expect([body, headers["content-length"]]).toEqual(["", ofGet["content-length"]]);
  });
});
