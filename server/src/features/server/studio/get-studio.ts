import type { RouteDeps } from "../../../deps.ts";
import { sessionCookie } from "../../../lib/admin/session-cookie.ts";
import { operation } from "../../../lib/http/operation.ts";
import { framedOrigins } from "./framed-origins.ts";
import { readStudioPage } from "./studio-files.ts";

type PageDeps = Pick<RouteDeps, "sql" | "clock" | "publicUrl" | "media" | "local">;

/** Every place of the studio is one page, whose script reads the address. */
export const studioPages = ["/studio", "/studio/me", "/studio/server", "/studio/sites/{+place}"].map((path) =>
  operation(
    {
      id: "getStudio",
      method: "GET",
      path,
      access: "none",
      cors: "closed",
      problems: [],
      tags: ["Session"],
      summary: "A place of the studio",
    },
    (deps: PageDeps) => {
      const cookie = sessionCookie(deps.publicUrl);
      return async ({ url, headers }, reply) => {
        const [, ...places] = pathOf(url).split("/");
        // Relative, so that the page works below any path.
        const base = places.length === 0 ? "studio/" : "../".repeat(places.length - 1) || "./";
        const html = await readStudioPage(base, deps.local?.viewerUrl ?? "");
        const slug = places[0] === "sites" ? places[1] : undefined;
        const frames = slug === undefined ? [] : await framedOrigins(deps, cookie.read(headers), slug);
        if (html === undefined) void reply.code(503).header("retry-after", "2");
        return reply
          .header("content-security-policy", policyOf(frames, new URL(deps.media.publicUrl).origin))
          .type("text/html; charset=utf-8")
          .send(html ?? waitingPage);
      };
    },
  ),
);

/** `studio/sites/…`, without what the server stands below. */
function pathOf(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path.slice(path.indexOf("/studio") + 1);
}

/** Nothing but this server, no code or style in the page itself, and no text that could become either. Frames show the storefront of the open site. */
function policyOf(frames: readonly string[], mediaOrigin: string): string {
  return [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "connect-src 'self'"],
    ...[`img-src 'self' data: blob: ${mediaOrigin}`, `media-src 'self' blob: ${mediaOrigin}`],
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(" ")}`,
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join("; ");
}

/** A checkout builds the studio while the server starts. */
const waitingPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="2" />
    <title>Vitrine</title>
  </head>
  <body>
    <p role="status">The studio is being built. This page loads again by itself.</p>
  </body>
</html>
`;
