import { createReadStream } from "node:fs";
import type { FastifyReply } from "fastify";
import { basePathOf } from "../../lib/base-path.ts";
import type { App } from "../../lib/operation.ts";

/** The browsable reference, served whole by this server: a page, its start script, and the bundled viewer. */
export function getDocs(app: App, publicUrl: string): void {
  const { origin } = new URL(publicUrl);
  const base = basePathOf(publicUrl);
  // The viewer writes its own style elements. Nothing else is allowed but this server.
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ${origin}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vitrine API reference</title>
</head>
<body>
<main id="reference"><noscript>The reference needs JavaScript. Its source is <a href="${base}/openapi.json">openapi.json</a>.</noscript></main>
<script src="${base}/docs/viewer.js"></script>
<script src="${base}/docs/start.js"></script>
</body>
</html>
`;
  const settings = {
    url: `${base}/openapi.json`,
    withDefaultFonts: false,
    hideClientButton: true,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
  };
  const start = `Scalar.createApiReference("#reference", ${JSON.stringify(settings)});\n`;
  const config = { access: "none", cors: "closed", problems: [] } as const;
  const describe = (operationId: string, summary: string) => ({ operationId, tags: ["Reference"], summary });

  app.get("/docs", { config, schema: describe("getReference", "The browsable reference") }, async (_request, reply: FastifyReply) =>
    reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send(page),
  );
  app.get("/docs/start.js", { config, schema: describe("getReferenceStart", "Starts the viewer") }, async (_request, reply: FastifyReply) =>
    reply.type("text/javascript; charset=utf-8").send(start),
  );
  app.get("/docs/viewer.js", { config, schema: describe("getReferenceViewer", "The viewer") }, async (_request, reply: FastifyReply) => {
    const file = new URL("js/standalone.js", import.meta.resolve("@scalar/fastify-api-reference"));
    return reply.header("cache-control", "public, max-age=3600").type("text/javascript; charset=utf-8").send(createReadStream(file));
  });
}
