import { attempt, type RegisterCustomerInput } from "../../client/src/index.ts";
import { checkedClient } from "./checked-client.ts";
import { shop, type Answer, type TestServer, type TestSite } from "./harness.ts";

/** A strong enough password for tests that need any. */
export const password = "correct horse battery";

/** A storefront's calls for the customers of a site. */
export function storefront(server: Pick<TestServer, "ask" | "mails" | "runTasks">, site: TestSite) {
  const { customers } = checkedClient(server, site);
  const post = (path: string, body: unknown, headers: Record<string, string> = { "x-api-key": site.key }): Promise<Answer> =>
    server.ask(shop + path, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const logIn = async (email: string, enteredPassword = password): Promise<string | undefined> =>
    (await attempt(customers.logIn({ email, password: enteredPassword }))).data?.token;
  return {
    post,
    logIn,
    register: async (email: string, more: Partial<RegisterCustomerInput> = {}): Promise<string> =>
      (await customers.registerCustomer({ email, password, ...more })).id,
    account: (token: string, headers: Record<string, string> = {}) =>
      server.ask(`${shop}/account`, { headers: { authorization: `Bearer ${token}`, ...headers } }),
    /** Mails to the address, once all due tasks have run. */
    mailsTo: async (email: string) => {
      await server.runTasks();
      return server.mails.filter(({ to }) => to === email);
    },
  };
}

/** The target of a mail: its first link. */
export function linkIn({ text }: { text: string }): URL {
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "none:");
}

export function tokenIn(mail: { text: string } | undefined): string {
  return (mail && linkIn(mail).searchParams.get("token")) ?? "";
}
