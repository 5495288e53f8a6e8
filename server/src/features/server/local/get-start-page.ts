import type { Deps } from "../../../deps.ts";
import { operation } from "../../../lib/http/operation.ts";
import { isOwnHost } from "../../../lib/http/own-host.ts";
import type { LocalServer } from "../../../ports/local-server.ts";
import { listSites } from "../sites/index.ts";
import { startPage } from "./start-page.ts";

const line = "This is a Vitrine server. Its API is described at /docs and in /openapi.json.\n";
const mostSites = 20;

const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

/** The first page of a server: on a laptop everything there is to open; elsewhere a line that names the description. */
export const getStartPage = operation(
  {
    id: "getStartPage",
    method: "GET",
    path: "/",
    access: "none",
    cors: "closed",
    problems: [],
    tags: ["Reference"],
    summary: "Where to go from here",
  },
  ({ sql, publicUrl, signup, local }: Pick<Deps, "sql" | "publicUrl" | "signup"> & { local: LocalServer | undefined }) =>
    async (request, reply) => {
      if (!local?.hasStartPage || !isOwnHost(request, publicUrl)) return reply.type("text/plain; charset=utf-8").send(line);
      const sites = local.showsOwnSites ? await listSites(sql, local.demo?.slug, mostSites + 1) : [];
      const page = startPage({ sites, mostSites, publicUrl, takesSignups: signup === "on", local });
      return reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send(page);
    },
);
