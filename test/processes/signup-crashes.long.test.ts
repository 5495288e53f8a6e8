import { describe, expect, inject, test } from "vitest";
import { attempt, createClient } from "../../client/src/index.ts";
import { newSignup } from "../kit/signer.ts";
import { restartedServer } from "./restarted-server.ts";

// Opening a folder that was left behind takes the embedded database a second or two.
const isEmbedded = inject("database") === "embedded";
const stride = isEmbedded ? 11 : 5;
const minute = 60_000;

const running = restartedServer();
const { pass } = running;

/** Sends a request to the running process, once. */
const visitor = (apiKey?: string) => createClient({ baseUrl: running.server.url, apiKey, retries: 0 });

/** From the latest mail. The leases of a killed process have expired by then. */
async function codeFor(email: string): Promise<string> {
  await running.server.endLeases();
  await running.server.runTasks();
  return /^\d{6}$/m.exec((await running.server.mailTo(email)) ?? "")?.[0] ?? "";
}

const nothing = { verified: 0, sites: 0, admins: 0, members: 0, keys: 0, pages: 0, strays: 0 };
const all = { verified: 1, sites: 1, admins: 1, members: 1, keys: 1, pages: 1, strays: 0 };

function atEveryStep<T>(
  begin: () => Promise<T>,
  act: (begun: T) => Promise<unknown>,
  recover: (begun: T) => Promise<void>,
): Promise<number> {
  return running.killAtSteps(stride, { begin, act, recover });
}

const startedSignup = async () => {
  const signup = newSignup();
  const { verificationId } = await visitor().signup.startSignup(signup);
  return { ...signup, verificationId };
};

describe(`killed at each ${stride}th step`, { timeout: 120_000 }, () => {
  test("a verification leaves all of a site or nothing, and the code can still create it", async () => {
    const steps = await atEveryStep(
      async () => {
        const signup = await startedSignup();
        return { ...signup, code: await codeFor(signup.email) };
      },
      ({ verificationId, code }) => visitor().signup.verifySignup({ verificationId, code }),
      async ({ verificationId, code, siteSlug, email }) => {
        const before = await running.server.madeBySignup(siteSlug, email);
        expect(before).toEqual(before.sites === 0 ? nothing : all);
        const again = await attempt(visitor().signup.verifySignup({ verificationId, code }));
        expect(again.error?.code).toBe(before.sites === 0 ? undefined : "already_verified");
        expect(await running.server.madeBySignup(siteSlug, email)).toEqual(all);
        if (again.error) return;
        expect(await visitor(again.data.apiKey).content.getPage({ slug: "home" })).toMatchObject({ slug: "home" });
      },
    );
    expect(steps).toBeGreaterThan(10);
  });

  test("a signup that is repeated after a minute sends a code that works", async () => {
    await atEveryStep(
      async () => newSignup(),
      (signup) => visitor().signup.startSignup(signup),
      async (signup) => {
        await pass(minute);
        const { verificationId } = await visitor().signup.startSignup(signup);
        const code = await codeFor(signup.email);
        expect(await visitor().signup.verifySignup({ verificationId, code })).toMatchObject({ siteSlug: signup.siteSlug });
      },
    );
  });

  test("the task that mails the code mails one that works", async () => {
    await atEveryStep(
      startedSignup,
      () => running.server.runTasks(),
      async ({ verificationId, email, siteSlug }) => {
        await pass(minute);
        const code = await codeFor(email);
        // Mailed by the dead process, whose mails are gone.
        if (code === "") await visitor().signup.resendCode({ verificationId });
        const latest = code === "" ? await codeFor(email) : code;
        expect(await visitor().signup.verifySignup({ verificationId, code: latest })).toMatchObject({ siteSlug });
      },
    );
  });
});
