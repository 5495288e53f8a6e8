import { readFile } from "node:fs/promises";
import type { App } from "../../lib/operation.ts";

const folder = new URL("../../../demo/shop/", import.meta.url);
const files = [
  { path: "/demo/shop", name: "shop.html", type: "text/html" },
  { path: "/demo/shop.js", name: "shop.js", type: "text/javascript" },
  { path: "/demo/shop.css", name: "shop.css", type: "text/css" },
];

/** A shop in the browser, to buy something from the demo site with: a page, its script and its styles, as they lie in `demo/shop`. */
export function getDemoShop(app: App, publicUrl: string): void {
  // The API names pictures by the server's public address, which need not be the one that the page was opened at.
  const pictures = ["'self'", new URL(publicUrl).origin].join(" ");
  const policy = [
    "default-src 'none'",
    ...["script-src 'self'", "style-src 'self'", `img-src ${pictures}`, "connect-src 'self'"],
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join("; ");
  for (const { path, name, type } of files) {
    // Read when first asked for: a server without the demo site needs none of them.
    let text: Promise<string> | undefined;
    app.get(path, { config: { access: "none", cors: "closed", problems: [] } }, async (request, reply) => {
      // The page names its files beside itself, and from behind a slash that is another place.
      if (request.url.split("?", 1)[0]?.endsWith("/")) return reply.redirect("../shop", 308);
      text ??= readFile(new URL(name, folder), "utf8");
      return reply
        .header("content-security-policy", policy)
        .type(`${type}; charset=utf-8`)
        .send(await text);
    });
  }
}
