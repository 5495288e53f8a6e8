import { createHmac, timingSafeEqual } from "node:crypto";

const longestHeader = 4_096;
const mostSignatures = 10;
const toleranceSeconds = 300;

/**
 * Whether a `processor-signature` is right for the body as it came: `t=<unix seconds>,v1=<hex>`, several `v1` allowed, each
 * an HMAC-SHA256 of `<t>.<body>` under one of the site's secrets, and `t` no further from now than five minutes, both ways.
 * https://docs.stripe.com/webhooks#verify-manually
 *
 * The text is taken apart strictly: with a second time, say, one could be signed and the other one looked at.
 */
export function isSigned(header: string | undefined, body: Uint8Array, secrets: readonly string[], now: Date): boolean {
  const signature = timelySignature(header, now);
  if (!signature) return false;
  // Anybody could sign with an empty secret.
  const expected = secrets
    .filter((secret) => secret !== "")
    .map((secret) => createHmac("sha256", secret).update(`${signature.timeText}.`).update(body).digest());
  // All of them, each in constant time.
  return (
    signature.givenDigests.flatMap((givenDigest) =>
      expected.filter((digest) => digest.length === givenDigest.length && timingSafeEqual(digest, givenDigest)),
    ).length > 0
  );
}

/** Whether a `processor-signature` has the right form and time, the only checks that need no body. */
export function isTimely(header: string | undefined, now: Date): boolean {
  return timelySignature(header, now) !== undefined;
}

interface Signature {
  timeText: string;
  time: number;
  givenDigests: Buffer[];
}

function timelySignature(header: string | undefined, now: Date): Signature | undefined {
  const signature = parseSignature(header);
  return signature && Math.abs(now.getTime() / 1_000 - signature.time) <= toleranceSeconds ? signature : undefined;
}

function parseSignature(header: string | undefined): Signature | undefined {
  if (header === undefined || header.length > longestHeader) return undefined;
  let timeText: string | undefined;
  const givenDigests: Buffer[] = [];
  for (const part of header.split(",")) {
    const [, scheme, value = ""] = /^([a-z0-9]{1,10})=([!-~]*)$/.exec(part) ?? [];
    if (scheme === undefined) return undefined;
    if (scheme === "t") {
      if (timeText !== undefined || !/^\d{1,12}$/.test(value)) return undefined;
      timeText = value;
    } else if (scheme === "v1") {
      if (givenDigests.length === mostSignatures) return undefined;
      if (/^[0-9a-f]{64}$/.test(value)) givenDigests.push(Buffer.from(value, "hex"));
    }
    // Other schemes do not apply: Stripe sends v0 with test events.
  }
  return timeText === undefined || givenDigests.length === 0 ? undefined : { timeText, time: Number(timeText), givenDigests };
}
