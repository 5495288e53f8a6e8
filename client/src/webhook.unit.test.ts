import fc from "fast-check";
import { expect, test } from "vitest";
import { isSigned } from "../../server/src/adapters/stripe-signature.ts";
import { isVitrineError, signTestWebhook, verifyWebhook } from "./webhook.ts";

const now = new Date("2026-11-20T09:30:00.000Z");
const secret = "whsec_one";
const body = JSON.stringify({ id: "evt_1", type: "payment_intent.succeeded" });
const isRefused = async (webhook: Partial<Parameters<typeof verifyWebhook>[0]>) => {
  const input = { body, secret, now, signature: await signTestWebhook({ body, secret, now }), ...webhook };
  const refusal = await verifyWebhook(input).then(
    () => undefined,
    (error: unknown) => error,
  );
  return isVitrineError(refusal) ? refusal.code : refusal;
};

test("a signed event is returned, from text or bytes", async () => {
  const signature = await signTestWebhook({ body, secret, now });
  expect(await verifyWebhook<{ id: string }>({ body, signature, secret, now })).toEqual({ id: "evt_1", type: "payment_intent.succeeded" });
  expect(await verifyWebhook({ body: new TextEncoder().encode(body), signature, secret: ["other", secret], now })).toHaveProperty("id");
  expect(await signTestWebhook({ body: new TextEncoder().encode(body), secret, now })).toBe(signature);
  const time = await signTestWebhook({ body, secret });
  expect(await verifyWebhook({ body, signature: time, secret })).toHaveProperty("id");
});

test("the server accepts events signed for tests", async () => {
  expect(isSigned(await signTestWebhook({ body, secret, now }), Buffer.from(body), [secret], now)).toBe(true);
});

test("one valid signature and one valid secret are enough", async () => {
  const [time = "", right = ""] = (await signTestWebhook({ body, secret, now })).split(",");
  const signature = [time, `v1=${"0".repeat(64)}`, "v0=whatever", right].join(",");
  expect(await isRefused({ signature, secret: ["whsec_two", secret] })).toBeUndefined();
  expect(await isRefused({ signature, secret: ["whsec_two"] })).toBe("signature_invalid");
});

test("the tolerance is five minutes in both directions", async () => {
  const at = (seconds: number) => ({ now: new Date(now.getTime() + seconds * 1_000) });
  for (const seconds of [-300, 300]) expect(await isRefused(at(seconds))).toBeUndefined();
  for (const seconds of [-301, 301]) expect(await isRefused(at(seconds))).toBe("signature_invalid");
});

test("anything else is refused", async () => {
  const right = await signTestWebhook({ body, secret, now });
  const [time = "", v1 = ""] = right.split(",");
  for (const signature of [
    null,
    undefined,
    "",
    time,
    v1,
    `${right},${time}`,
    `${right},x`,
    ` ${right}`,
    right.toUpperCase(),
    `${time},v1=`,
  ]) {
    expect([signature, await isRefused({ signature })]).toEqual([signature, "signature_invalid"]);
  }
  expect(await isRefused({ signature: `${time},${`${v1},`.repeat(10)}${v1}` })).toBe("signature_invalid");
  expect(await isRefused({ body: body.replace("{", "{ ") })).toBe("signature_invalid");
  expect(await isRefused({ secret: "" })).toBe("signature_invalid");
  expect(await isRefused({ secret: [] })).toBe("signature_invalid");
  // As in plain JavaScript, when an environment variable is not set.
  const unset = undefined as unknown as string;
  for (const absent of [unset, [unset], [unset, "other"]]) expect(await isRefused({ secret: absent })).toBe("signature_invalid");
  expect(await isRefused({ secret: [unset, secret] })).toBeUndefined();
  expect(await isRefused({ signature: `${right},${v1}` })).toBeUndefined();
  expect(await isRefused({ signature: `${time},${right}` })).toBe("signature_invalid");
  expect(await isRefused({ signature: await signTestWebhook({ body, secret: "x", now }), secret: ["", "y"] })).toBe("signature_invalid");
});

test("a signed body that is not JSON has an error of its own", async () => {
  for (const other of ["{", new Uint8Array([0xff])]) {
    const signature = await signTestWebhook({ body: other, secret, now });
    expect(await isRefused({ body: other, signature })).toBe("invalid_json");
  }
});

test("client and server agree on every header", async () => {
  const [time = "", v1 = ""] = (await signTestWebhook({ body, secret, now })).split(",");
  const later = `t=${Math.floor(now.getTime() / 1_000) + 299}`;
  const parts = fc.constantFrom(
    time,
    v1,
    later,
    "v0=ab",
    "v1=ab",
    "v1=",
    "t=",
    "t=x",
    "T=1",
    "",
    " ",
    "=",
    v1.toUpperCase(),
    `${v1} `,
    `x${v1}`,
  );
  const header = fc.oneof(
    fc.array(parts, { maxLength: 14 }).map((all) => all.join(",")),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(header, async (signature) => {
      const theirs = isSigned(signature, Buffer.from(body), [secret], now);
      expect(await isRefused({ signature })).toBe(theirs ? undefined : "signature_invalid");
    }),
    { numRuns: 300 },
  );
});
