import { readFile } from "node:fs/promises";
import type { Deps } from "../../deps.ts";
import { operation } from "../../lib/http/operation.ts";
import { demoFile } from "./demo-file.ts";

const types = { html: "text/html", js: "text/javascript", css: "text/css" } as const;

/** Each page is a folder of `demo` and lies at `/demo/<its name>`; its scripts and styles lie beside it, by their own names. */
const pages = {
  shop: ["shop.js", "shop.css"],
  site: ["site.js", "site-blocks.js", "site-forms.js", "site-markdown.js", "site.css"],
};

/** The pages in the browser, as they lie in `demo`: a shop to buy from, and a viewer of a site's pages, drafts and forms. */
export const demoPages = Object.entries(pages).flatMap(([page, files]) => [
  served(`/demo/${page}`, `${page}/${page}.html`, page),
  ...files.map((file) => served(`/demo/${file}`, `${page}/${file}`, page)),
]);

function served(path: string, file: string, page: string) {
  const type = types[file.slice(file.lastIndexOf(".") + 1) as keyof typeof types];
  return operation(
    {
      ...{ id: "getDemoPage", method: "GET", path, access: "none", cors: "closed", problems: [] },
      ...{ tags: ["Demo"], summary: "A page of the demo, or a file of it" },
    },
    ({ publicUrl }: Pick<Deps, "publicUrl">) => {
      const policy = policyOf(publicUrl);
      // Read on the first request: a server without the demo site needs none of them.
      let text: Promise<string> | undefined;
      return async (request, reply) => {
        // The page's links to its files are relative, and a trailing slash would change their base.
        if (request.url.split("?", 1)[0]?.endsWith("/")) return reply.redirect(`../${page}`, 308);
        text ??= readFile(demoFile(file), "utf8");
        return reply
          .header("content-security-policy", policy)
          .type(`${type}; charset=utf-8`)
          .send(await text);
      };
    },
  );
}

function policyOf(publicUrl: string): string {
  // The API names pictures by the server's public address, which need not be the one that the page was opened at.
  const pictures = ["'self'", new URL(publicUrl).origin].join(" ");
  return [
    "default-src 'none'",
    ...["script-src 'self'", "style-src 'self'", `img-src ${pictures}`, "connect-src 'self'"],
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join("; ");
}
