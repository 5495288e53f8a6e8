import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface Signer {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Checks a request's signature (AWS Signature Version 4) by the description of its makers, without the library that signs. Returns the
 * store's name for what is wrong.
 */
export function signatureError(request: IncomingMessage, { region, accessKeyId, secretAccessKey }: Signer): string | undefined {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? "",
  );
  const [, credential = "", signedHeaders = "", signature = ""] = match ?? [];
  const instant = String(request.headers["x-amz-date"]);
  const scope = `${instant.slice(0, 8)}/${region}/s3/aws4_request`;
  if (!match) return "AccessDenied";
  if (!credential.startsWith(`${accessKeyId}/`)) return "InvalidAccessKeyId";
  if (credential !== `${accessKeyId}/${scope}`) return "AuthorizationHeaderMalformed";
  const at = Date.parse(instant.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(at - Date.now()) < 15 * 60 * 1_000)) return "RequestTimeTooSkewed";
  const names = signedHeaders.split(";");
  if (["host", "x-amz-content-sha256", "x-amz-date"].some((name) => !names.includes(name))) return "AccessDenied";

  const url = new URL(request.url ?? "/", "http://store");
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const hash = String(request.headers["x-amz-content-sha256"]);
  const canonical = [request.method, url.pathname, query.join("&"), headers.join(""), signedHeaders, hash].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", instant, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();
  const key = scope.split("/").reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex")) ? undefined : "SignatureDoesNotMatch";
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
