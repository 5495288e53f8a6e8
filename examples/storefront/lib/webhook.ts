import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a delivery may be on its way. */
const toleranceSeconds = 300;

/** Whether Vitrine sent the body to the webhook with this secret (https://www.standardwebhooks.com). */
export function isDelivery(body: string, headers: Headers, secret: string): boolean {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers.get(name) ?? "");
  if (secret === "" || !(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  // For a day after the secret was rotated, there are two signatures.
  return (signatures ?? "").split(" ").some((signature) => {
    const bytes = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
