import { createReadStream } from "node:fs";
import type { Deps } from "../../deps.ts";
import { basePathOf } from "../../lib/http/base-path.ts";
import { operation, type OperationWords } from "../../lib/http/operation.ts";

const words = (id: string, path: string, summary: string) =>
  ({ id, path, summary, method: "GET", access: "none", cors: "closed", problems: [], tags: ["Reference"] }) satisfies OperationWords;

/** The browsable reference, served entirely by this server: a page, its start script, and the bundled viewer. */
export const getReference = operation(
  words("getReference", "/docs", "The browsable reference"),
  ({ publicUrl }: Pick<Deps, "publicUrl">) => {
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
    return async (_request, reply) => reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send(page);
  },
);

export const getReferenceStart = operation(
  words("getReferenceStart", "/docs/start.js", "Starts the viewer"),
  ({ publicUrl }: Pick<Deps, "publicUrl">) => {
    const settings = {
      url: `${basePathOf(publicUrl)}/openapi.json`,
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: "never",
    };
    const start = `Scalar.createApiReference("#reference", ${JSON.stringify(settings)});\n`;
    return async (_request, reply) => reply.type("text/javascript; charset=utf-8").send(start);
  },
);

export const getReferenceViewer = operation(words("getReferenceViewer", "/docs/viewer.js", "The viewer"), () => async (_request, reply) => {
  const file = new URL("js/standalone.js", import.meta.resolve("@scalar/fastify-api-reference"));
  return reply.header("cache-control", "public, max-age=3600").type("text/javascript; charset=utf-8").send(createReadStream(file));
});
