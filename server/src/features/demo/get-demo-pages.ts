import { readFile } from "node:fs/promises";
import type { RouteDeps } from "../../deps.ts";
import { operation } from "../../lib/http/operation.ts";
import { demoFile } from "./demo-file.ts";

const types = { html: "text/html", js: "text/javascript", css: "text/css" } as const;

/** Each page is a folder of `demo` and lies at `/demo/<its name>`; its scripts and styles lie beside it, by their own names. */
const pages = {
  shop: [
    ...["shop.js", "shop-address.js", "shop-language.js", "shop-words.js", "catalogue.js", "elsewhere.js", "remembered.js"],
    ...["product-list.js", "product-card.js", "product-page.js", "product-picture.js", "product-attributes.js", "attribute-words.js"],
    ...["product-designer.js", "variant-picture.js"],
    ...["basket.js", "basket-view.js", "checkout.js", "order-page.js", "shop.css"],
  ],
  site: [
    ...["site.js", "site-address.js", "site-blocks.js", "site-entries.js", "site-forms.js", "site-frame.js", "site-icons.js"],
    ...["site-designers.js", "site-markdown.js", "site-pictures.js", "site-preview.js", "site-search.js", "site-words.js", "site.css"],
  ],
};

/** Parts of both pages, in the folder `viewer`; and those of the start page, which is at `/`. */
const parts = {
  viewer: [
    ...["api.js", "ask-key.js", "elements.js", "language-links.js", "languages.js", "marked-text.js", "money.js"],
    ...["pictures.js", "preview.js", "scroll.js"],
    ...["search.js", "site-name.js", "viewer.css"],
  ],
  start: ["start.js", "start.css", "live.js"],
};

/** The pages in the browser, as they lie in `demo`: a shop to buy from, and a viewer of a site's pages, drafts and forms. */
export const demoPages = [
  ...Object.entries(pages).flatMap(([page, files]) => [
    served(`/demo/${page}`, `${page}/${page}.html`, page),
    ...files.map((file) => served(`/demo/${file}`, `${page}/${file}`, page)),
  ]),
  ...Object.entries(parts).flatMap(([folder, files]) => files.map((file) => served(`/demo/${file}`, `${folder}/${file}`, "site"))),
];

function served(path: string, file: string, page: string) {
  const type = types[file.slice(file.lastIndexOf(".") + 1) as keyof typeof types];
  return operation(
    {
      ...{ id: "getDemoPage", method: "GET", path, access: "none", cors: "closed", problems: [] },
      ...{ tags: ["Demo"], summary: "A page of the demo, or a file of it" },
    },
    ({ local, publicUrl }: Pick<RouteDeps, "local" | "publicUrl">) => {
      // Read on the first request: a server without the demo site needs none of them.
      let text: Promise<string> | undefined;
      return async (request, reply) => {
        // The page's links to its files are relative, and a trailing slash would change their base.
        if (request.url.split("?", 1)[0]?.endsWith("/")) return reply.redirect(`../${page}`, 308);
        text ??= readFile(demoFile(file), "utf8");
        return reply
          .header("content-security-policy", policyFor(request.headers.host, local?.viewerUrl, publicUrl))
          .type(`${type}; charset=utf-8`)
          .send(await text);
      };
    },
  );
}

/**
 * Pictures come from anywhere: a site may name those of another server, and its people want to see them. A picture runs nothing, and the
 * other server learns neither the page's address nor its key: no referrer is sent. Scripts, styles and requests stay with this server.
 */
const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' http: https:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'"],
].join("; ");

/** The studio frames the viewer at its own origin, and nobody frames it anywhere else. */
function policyFor(host: string | undefined, viewerUrl: string | undefined, publicUrl: string): string {
  const isViewer = viewerUrl !== undefined && host === new URL(viewerUrl).host;
  return `${policy}; frame-ancestors ${isViewer ? new URL(publicUrl).origin : "'none'"}`;
}
