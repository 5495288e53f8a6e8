import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openObjectBucket } from "../../server/src/adapters/object-bucket.ts";
import { BucketRequests, type BucketTimes } from "../../server/src/adapters/bucket-requests.ts";
import type { BucketSettings } from "../../server/src/lib/text/media-settings.ts";
import type { ObjectStore } from "../../server/src/ports/object-store.ts";
import { freePort } from "../kit/free-port.ts";
import { folderFor, program, startProgram, type Started } from "./programs.ts";

/** OpenStack Swift on one node, with its S3 API: a store that knows S3 from another side than Vitrine does. */
export interface SwiftServer {
  settings: BucketSettings;
  open(times?: Partial<BucketTimes>): ObjectStore;
  /** The part that speaks S3, to be stopped and killed; the others keep running. */
  proxy: { stop(signal?: NodeJS.Signals): Promise<void>; start(): Promise<void>; pause(): void; resume(): void };
  remove(): Promise<void>;
}

const storage = ["account", "container", "object"] as const;

export async function startSwift(): Promise<SwiftServer> {
  const folder = await folderFor({});
  const running: Started[] = [];
  const remove = async () => {
    for (const { process, end } of running) if (process.exitCode === null && process.signalCode === null) await end("SIGKILL");
    await folder.remove();
  };
  try {
    return { ...(await startParts(folder.path, running)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startParts(folder: string, running: Started[]): Promise<Omit<SwiftServer, "remove">> {
  await mkdir(join(folder, "devices", "one"), { recursive: true });
  for (const kind of storage) {
    const port = await freePort();
    await makeRing(folder, kind, port);
    await writeFile(join(folder, `${kind}.conf`), storageSettings(folder, kind, port));
    running.push(await startProgram(`swift-${kind}-server`, [join(folder, `${kind}.conf`)], port));
  }
  const port = await freePort();
  await writeFile(join(folder, "proxy.conf"), proxySettings(folder, port));
  let proxy: Started;
  const start = async () => {
    proxy = await startProgram("swift-proxy-server", [join(folder, "proxy.conf")], port);
    running.push(proxy);
  };
  await start();

  const settings: BucketSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "media",
    region: "us-east-1",
    pathStyle: true,
    accessKeyId: "vitrine:media",
    secretAccessKey: "a-secret-for-tests",
  };
  await createBucket(settings);
  return {
    settings,
    open: (times) => openObjectBucket(settings, times),
    proxy: {
      start,
      stop: (signal) => proxy.end(signal),
      pause: () => void proxy.process.kill("SIGSTOP"),
      resume: () => void proxy.process.kill("SIGCONT"),
    },
  };
}

/** The one place of all partitions, as a ring says it. */
async function makeRing(folder: string, kind: string, port: number): Promise<void> {
  const build = (...args: string[]) =>
    promisify(execFile)(program("swift-ring-builder"), [join(folder, `${kind}.builder`), ...args]).catch(
      // Its code 1 is a warning: one device is not a spare.
      (error: { code?: number }) => {
        if (error.code !== 1) throw error;
      },
    );
  await build("create", "2", "1", "0");
  await build("add", `r1z1-127.0.0.1:${port}/one`, "1");
  await build("rebalance");
}

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_address = ${join(folder, "no-log")}
`;

const storageSettings = (folder: string, kind: string, port: number) => `${common(folder, port)}
devices = ${join(folder, "devices")}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const filters: Record<string, string> = {
  catch_errors: "",
  gatekeeper: "",
  // It insists on a cache, and does without: nothing listens on this port.
  memcache: "memcache_servers = 127.0.0.1:1",
  s3api: "",
  tempauth: "user_vitrine_media = a-secret-for-tests .admin",
  bulk: "",
  slo: "",
};

const proxySettings = (folder: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = ${Object.keys(filters).join(" ")} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${Object.entries(filters)
  .map(([name, more]) => `[filter:${name}]\nuse = egg:swift#${name}\n${more}\n`)
  .join("")}`;

async function createBucket(settings: BucketSettings): Promise<void> {
  const times = { silenceMs: 20_000, readsGiveUpMs: 20_000, writesGiveUpMs: 20_000, pauseMs: 100 };
  await new BucketRequests(settings, times).send({ method: "PUT" }, (answer) => {
    answer.resume();
    if (answer.statusCode !== 200) throw new Error(`The bucket could not be created: ${answer.statusCode}`);
  });
}
