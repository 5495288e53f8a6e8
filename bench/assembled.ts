import { pino } from "pino";
import { cachePurges } from "../server/src/adapters/cache-purges.ts";
import { argon2Passwords } from "../server/src/adapters/argon2-passwords.ts";
import { stripeProcessor } from "../server/src/adapters/stripe-processor.ts";
import { systemClock, systemIds } from "../server/src/adapters/system.ts";
import { assemble, type Assembly, type Outside } from "../server/src/bootstrap/assemble.ts";
import { KeyRing, parseSecretKeys } from "../server/src/lib/secrets/secret.ts";
import { localWebhooks } from "../test/kit/webhook-sender.ts";
import { testConfig } from "../test/kit/test-config.ts";
import { secretKey } from "./vitrine.ts";

const refuse = () => Promise.reject(new Error("This part of the bench has no files."));

/** For parts that measure no files. */
const noFiles: Pick<Outside, "store" | "pictures" | "media"> = {
  store: {
    put: refuse,
    get: refuse,
    localPath: refuse,
    head: refuse,
    delete: refuse,
    check: refuse,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
  },
  pictures: { prepare: refuse, render: refuse, load: { waiting: 0, working: 0 }, close: async () => undefined },
  media: { uploads: "", publicUrl: "http://localhost", maxBytes: 0, maxVideoBytes: 0, quotaMb: 0 },
};

/** The dependencies of operations, without a cache, and with no service outside but the database. */
export function assembleForBench(outside: Pick<Outside, "sql"> & Partial<Outside>): Assembly {
  const ring = parseSecretKeys(secretKey);
  if (!ring) throw new Error("The key of the bench is invalid.");
  return assemble(testConfig({ publicUrl: "http://localhost", cacheBytes: 0 }), {
    clock: systemClock,
    ids: systemIds,
    secrets: new KeyRing(ring),
    log: pino({ level: "silent" }),
    hashing: argon2Passwords(),
    processor: stripeProcessor({ apiUrl: "http://127.0.0.1:9" }),
    webhookSender: localWebhooks(),
    cachePurger: cachePurges({ kind: "none" }),
    mailer: { send: async () => undefined, close: async () => undefined },
    ...noFiles,
    ...outside,
  });
}
