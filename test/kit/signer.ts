import { checkedClient } from "./checked-client.ts";
import { cms, type Answer, type TestServer } from "./harness.ts";

export const signupPassword = "a long enough password";

let signups = 0;

/** A signup that conflicts with no other. */
export function newSignup(): { siteName: string; siteSlug: string; email: string; password: string } {
  signups += 1;
  return { siteName: `Site ${signups}`, siteSlug: `new-site-${signups}`, email: `owner${signups}@example.com`, password: signupPassword };
}

/** A server that starts later, for `signer`. */
export const laterServer = (server: () => TestServer): Pick<TestServer, "ask" | "runTasks" | "mails"> => ({
  ask: (...args) => server().ask(...args),
  runTasks: () => server().runTasks(),
  get mails() {
    return server().mails;
  },
});

/** Signs up like a browser of a new visitor. */
export function signer(server: Pick<TestServer, "ask" | "runTasks" | "mails">) {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    server.ask(cms + path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } });
  const start = (body: object, headers?: Record<string, string>) => post("/signup", body, headers);
  const resend = (verificationId: string) => post("/signup/resend", { verificationId });
  const verify = (verificationId: string, code: string) => post("/signup/verify", { verificationId, code });
  /** The code of the latest mail to the address, once all due mails are sent. */
  const codeFor = async (email: string): Promise<string> => {
    await server.runTasks();
    const mail = server.mails.filter(({ to }) => to === email).at(-1);
    return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
  };
  const begin = async (overrides: Partial<ReturnType<typeof newSignup>> = {}) => {
    const signup = { ...newSignup(), ...overrides };
    const { verificationId } = await checkedClient(server).signup.startSignup(signup);
    return { ...signup, verificationId };
  };
  return { post, start, resend, verify, codeFor, begin };
}

/** A code of six digits that is not this one. */
export function otherCode(code: string, distance = 1): string {
  return String((Number(code) + distance) % 1_000_000).padStart(6, "0");
}

export function problemOf({ status, json }: Answer): [number, string] {
  return [status, (json as { code?: string }).code ?? ""];
}
