import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../../config.ts";

const bucket = {
  S3_ENDPOINT: "https://s3.example",
  S3_BUCKET: "shop-media",
  S3_ACCESS_KEY_ID: "AKIDTEST",
  S3_SECRET_ACCESS_KEY: "hunter2/+=",
};
const inPublic = {
  PUBLIC_URL: "https://shop.example",
  PROCESSOR_API_URL: "https://api.stripe.com",
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "no-reply@shop.example",
};
const media = (env: Record<string, string>) => readConfig(env).media;
const errors = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).not.toContain("hunter2");
    return error.message.split("\n").slice(1);
  }
};

test("files are in the data folder, in a folder, or in a bucket", () => {
  expect(media({})).toEqual({ kind: "folder", folder: "data/media" });
  expect(media({ DATA_DIR: "/var/lib/vitrine" })).toEqual({ kind: "folder", folder: "/var/lib/vitrine/media" });
  expect(media({ MEDIA_DIR: "/srv/media" })).toEqual({ kind: "folder", folder: "/srv/media" });
  const settings = { kind: "bucket", endpoint: "https://s3.example", bucket: "shop-media", region: "us-east-1", pathStyle: true };
  expect(media(bucket)).toEqual({ ...settings, accessKeyId: "AKIDTEST", secretAccessKey: "hunter2/+=" });
  expect(media({ ...bucket, S3_ENDPOINT: "https://x.example/storage/s3/", S3_REGION: "auto", S3_PATH_STYLE: "off" })).toMatchObject({
    endpoint: "https://x.example/storage/s3",
    region: "auto",
    pathStyle: false,
  });
});

test("a bucket that is configured by half names each missing setting", () => {
  for (const name of Object.keys(bucket)) {
    expect(errors({ ...bucket, [name]: " " })).toEqual([expect.stringContaining(`- ${name} is needed to keep files in a bucket.`)]);
    expect(errors({ [name]: bucket[name as keyof typeof bucket] })).toHaveLength(3);
  }
  expect(errors({ S3_REGION: "auto" })).toHaveLength(4);
  expect(errors({ S3_PATH_STYLE: "off" })).toHaveLength(4);
});

test("a folder and a bucket exclude each other", () => {
  expect(errors({ ...bucket, MEDIA_DIR: "/srv/media" })).toEqual([expect.stringContaining("remove MEDIA_DIR")]);
});

test.each([
  ["S3_ENDPOINT", ["s3.example", "ftp://x", "https://key:secret@s3.example", "https://s3.example?x=1", "https://s3.example#x"]],
  ["S3_BUCKET", ["ab", "A-Bucket", "a/b", "-ab", "ab.", "a b", "x".repeat(64)]],
  ["S3_REGION", ["eu central", "a/b"]],
  ["S3_ACCESS_KEY_ID", ["a b", "a/b", "a,b"]],
  ["S3_SECRET_ACCESS_KEY", ["hunter2 x"]],
  ["S3_PATH_STYLE", ["yes", "true", "toString"]],
])("a wrong %s is reported by name", (name, values) => {
  for (const value of values) expect(errors({ ...bucket, [name]: value })[0]).toContain(`- ${name} must be`);
});

test.each([
  ...["http://localhost:9000", "http://127.0.0.1:9000", "http://10.1.2.3", "http://172.31.0.9", "http://192.168.1.2", "http://[::1]:9000"],
  ...["http://[fd00::1]", "http://store:7070", "http://rgw.storage.svc", "http://rgw.storage.svc.cluster.local", "http://s3.corp.internal"],
])("a server in public may reach a store in its own network over http: %s", (S3_ENDPOINT) => {
  expect(errors({ ...inPublic, ...bucket, S3_ENDPOINT })).toEqual([]);
});

test.each([
  "http://s3.example",
  "http://8.8.8.8",
  "http://172.32.0.1",
  "http://[2001:db8::1]",
  "http://internal.example",
  "http://x.svc.example",
])("a server in public needs https to reach a store elsewhere: %s", (S3_ENDPOINT) => {
  expect(errors({ ...inPublic, ...bucket, S3_ENDPOINT })).toEqual([
    expect.stringContaining("S3_ENDPOINT must be https when PUBLIC_URL is"),
  ]);
  expect(errors({ ...bucket, S3_ENDPOINT })).toEqual([]);
});

test("a bucket precedes a name, and no address", () => {
  for (const S3_ENDPOINT of ["https://192.0.2.1", "https://[2001:db8::1]:9000"]) {
    expect(errors({ ...bucket, S3_ENDPOINT, S3_PATH_STYLE: "off" })).toEqual([expect.stringContaining("S3_PATH_STYLE must be on")]);
  }
});
