import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FakeBucket } from "../../../test/kit/fake-bucket.ts";
import { bytesOf, fileOf } from "../../../test/kit/stored-file.ts";
import { scratchFolder } from "../../../test/kit/vitrine-process.ts";
import { readConfig } from "../config.ts";
import { openObjectStore } from "./open-object-store.ts";

test("without settings files are in the data folder", async () => {
  const scratch = await scratchFolder();
  onTestFinished(() => scratch.remove());
  const config = readConfig({ DATA_DIR: join(scratch.path, "data") });
  const store = await openObjectStore(config);
  await store.put("sites/a/b", await fileOf(scratch.path, "Kept"));
  const reopened = await openObjectStore({ media: { kind: "folder", folder: join(scratch.path, "data/media") } });
  expect(String(await bytesOf(reopened, "sites/a/b"))).toBe("Kept");
});

test("with the settings of a bucket files are in it", async () => {
  const scratch = await scratchFolder();
  const fake = await FakeBucket.start();
  onTestFinished(() => fake.stop());
  onTestFinished(() => scratch.remove());
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = fake.settings;
  const store = await openObjectStore(
    readConfig({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }),
  );
  await store.put("sites/a/b", await fileOf(scratch.path, "Kept"));
  expect(String(fake.objects.get("sites/a/b")?.bytes)).toBe("Kept");
});
