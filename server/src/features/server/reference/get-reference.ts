import { readFile } from "node:fs/promises";
import type { Deps } from "../../../deps.ts";
import { basePathOf } from "../../../lib/http/base-path.ts";
import { compressText, sendCompressed, type CompressedText } from "../../../lib/http/compressed-text.ts";
import { adminBase, operation, type OperationSpec } from "../../../lib/http/operation.ts";
import { isOwnHost } from "../../../lib/http/own-host.ts";
import type { LocalServer } from "../../../ports/local-server.ts";
import { readDescription } from "./api-description.ts";
import { readExamples, referenceFolder } from "./examples.ts";
import { referencePage, sendingWords } from "./reference-page.ts";

const words = (id: string, path: string, summary: string) =>
  ({ id, path, summary, method: "GET", access: "none", cors: "closed", problems: [], tags: ["Reference"] }) satisfies OperationSpec;

// Nothing but this server, and no code or style in the page itself: text of the description cannot become either.
const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src data:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

type PageDeps = Pick<Deps, "publicUrl"> & { describe(): object; local: LocalServer | undefined };

/** The reference for people: every operation with an example to send. Made of the description on the first request. */
export const getReference = operation(
  words("getReference", "/docs", "The reference for people"),
  ({ publicUrl, describe, local }: PageDeps) => {
    const page = async (demo: LocalServer["demo"]) => {
      const parts = { reference: readDescription(describe()), examples: await readExamples(publicUrl), publicUrl, demo };
      const words = { description: "/openapi.json", sending: sendingWords(demo !== undefined) };
      return compressText(referencePage({ ...parts, ...words, base: basePathOf(publicUrl) }), "text/html");
    };
    const plain = once(() => page(undefined));
    const withDemo = once(() => page(local?.demo));
    return async (request, reply) => {
      // The preview shows a draft: not to a page of somebody else that reads this one under a name of its own.
      const text = await (local?.demo && isOwnHost(request, publicUrl) ? withDemo() : plain());
      return sendCompressed(request, reply.header("content-security-policy", policy), text);
    };
  },
);

/** The reference of the admin API, without examples: each would need somebody's account. */
export const getAdminReference = operation(
  words("getAdminReference", "/docs/admin", "The reference of the admin API for people"),
  ({ publicUrl, describeAdmin }: Pick<Deps, "publicUrl"> & { describeAdmin(): object }) => {
    const page = once(async () => {
      const parts = { reference: readDescription(describeAdmin()), examples: {}, publicUrl, demo: undefined };
      const address = { description: `${adminBase}/openapi.json`, sending: undefined };
      return compressText(referencePage({ ...parts, ...address, base: basePathOf(publicUrl) }), "text/html");
    });
    return async (request, reply) => sendCompressed(request, reply.header("content-security-policy", policy), await page());
  },
);

export const getReferenceStyle = file("getReferenceStyle", "reference.css", "text/css", "The reference's style sheet");
export const getReferenceScript = file("getReferenceScript", "reference.js", "text/javascript", "The reference's script");

function file(id: string, name: string, type: string, summary: string) {
  return operation(words(id, `/docs/${name}`, summary), () => {
    const text = once(async () => compressText(await readFile(new URL(name, referenceFolder), "utf8"), type));
    return async (request, reply) => sendCompressed(request, reply, await text());
  });
}

/** Makes it when it is first asked for, and again only if that failed. */
function once(make: () => Promise<CompressedText>): () => Promise<CompressedText> {
  let textPromise: Promise<CompressedText> | undefined;
  return () =>
    (textPromise ??= make().catch((error: unknown) => {
      textPromise = undefined;
      throw error;
    }));
}
