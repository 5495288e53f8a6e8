import { dataOf } from "./checkout-client.ts";
import { shop, type Answer, type TestServer } from "./harness.ts";

/** The address book of the customer of a token. */
export function addressBook(server: Pick<TestServer, "ask">, token: string) {
  const send = (method: string, path = "", body?: object): Promise<Answer> =>
    server.ask(`${shop}/account/addresses${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    send,
    /** Resolves with the ID. */
    add: async (address: object, defaults: object = {}): Promise<string> =>
      dataOf<{ id: string }>(await send("POST", "", { address, ...defaults })).id,
    list: async () => ((await send("GET")).json as { data: { id: string; address: object; isShippingDefault: boolean }[] }).data,
  };
}
