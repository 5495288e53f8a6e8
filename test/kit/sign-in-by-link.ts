import { expect } from "vitest";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import type { ServingProcess } from "./vitrine-process.ts";

/** Signs in at a demo server by the link that it prints, and returns the cookie of the session. */
export async function signInByLink(server: Pick<ServingProcess, "url" | "output">): Promise<string> {
  // It is printed once the server listens.
  await expect.poll(() => server.output(), { timeout: 20_000 }).toMatch(/#token=[\w-]{43}\b/);
  const [, token = ""] = /#token=([\w-]{43})/.exec(server.output()) ?? [];
  const answer = await fetch(`${server.url}${adminBase}/session/link`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (answer.status !== 201) throw new Error(`The link does not sign in: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
}
