import { BlockList, isIP } from "node:net";
import { join } from "node:path";
import { publicUrl } from "./setting-values.ts";

/** A bucket of a store that speaks S3. `endpoint`: without a slash at its end. `pathStyle`: the bucket is in the path, not in the host. */
export interface BucketSettings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  pathStyle: boolean;
}

/** Where files are kept. */
export type MediaSettings = { kind: "folder"; folder: string } | ({ kind: "bucket" } & BucketSettings);

type Setting = <T>(name: string, fallback: T, read: (text: string) => T | undefined, expected: string) => T;

const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** `given`: whether a variable is set. Adds to `errors` what no setting shows by itself. */
export function readMediaSettings(
  setting: Setting,
  isSet: (name: string) => boolean,
  { dataDir, isHttps, errors }: { dataDir: string; isHttps: boolean; errors: string[] },
): MediaSettings {
  const optional = (name: string, read: (text: string) => string | undefined, expected: string) =>
    setting<string | undefined>(name, undefined, read, expected);
  const folder = optional("MEDIA_DIR", (text) => text, "a path");
  const endpoint = optional("S3_ENDPOINT", publicUrl, "an http(s) URL such as https://s3.eu-central-1.example, without user and query");
  const bucket = optional("S3_BUCKET", bucketName, "a name of 3 to 63 of a-z, 0-9, points and hyphens");
  const region = optional("S3_REGION", (text) => matching(text, /^[\w-]{1,64}$/), "a name such as eu-central-1");
  const accessKeyId = optional(
    "S3_ACCESS_KEY_ID",
    (text) => matching(text, /^[^\s,/]{1,256}$/),
    "a text without spaces, commas and slashes",
  );
  const secretAccessKey = optional("S3_SECRET_ACCESS_KEY", (text) => matching(text, /^\S{1,1024}$/), "a text without spaces");
  const pathStyle = setting("S3_PATH_STYLE", true, (text) => (text === "on" ? true : text === "off" ? false : undefined), "on or off");

  const missing = needed.filter((name) => !isSet(name));
  const usesBucket = [...needed, "S3_REGION", "S3_PATH_STYLE"].some(isSet);
  if (!usesBucket) return { kind: "folder", folder: folder ?? join(dataDir, "media") };
  for (const name of missing) errors.push(`${name} is needed to keep files in a bucket. Without any setting of S3, a folder keeps them.`);
  if (folder !== undefined) errors.push("MEDIA_DIR and S3_ENDPOINT exclude each other: remove MEDIA_DIR to keep files in the bucket.");
  const host = endpoint === undefined ? "" : new URL(endpoint).hostname;
  if (isHttps && endpoint?.startsWith("http:") && !isInside(host)) {
    errors.push("S3_ENDPOINT must be https when PUBLIC_URL is, unless the store is in your own network: files would travel in plain text.");
  }
  if (!pathStyle && isIP(host.replace(/^\[|\]$/g, "")) !== 0) {
    errors.push("S3_PATH_STYLE must be on when S3_ENDPOINT has an address instead of a name: a bucket cannot precede an address.");
  }
  // Where one is missing there is a fault already, so nobody uses these.
  return {
    kind: "bucket",
    endpoint: endpoint ?? "",
    bucket: bucket ?? "",
    region: region ?? "us-east-1",
    accessKeyId: accessKeyId ?? "",
    secretAccessKey: secretAccessKey ?? "",
    pathStyle,
  };
}

function bucketName(text: string): string | undefined {
  return matching(text, /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/);
}

function matching(text: string, form: RegExp): string | undefined {
  return form.test(text) ? text : undefined;
}

const ownNetworks = new BlockList();
for (const [address, prefix] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  ownNetworks.addSubnet(address, prefix, "ipv4");
}
for (const [address, prefix] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  ownNetworks.addSubnet(address, prefix, "ipv6");

/** An address of a private network, or a name that only such a network knows: without a point, or below a domain that is nobody's. */
function isInside(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  const family = isIP(address);
  if (family !== 0) return ownNetworks.check(address, family === 4 ? "ipv4" : "ipv6");
  return !host.includes(".") || /\.(localhost|internal|local|svc)$/.test(host);
}
