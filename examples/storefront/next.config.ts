import type { NextConfig } from "next";

const isDevelopment = process.env.NODE_ENV === "development";

/**
 * Next puts small scripts into its pages, and a page that is kept and shown to many cannot carry a nonce for each of them. Hence
 * 'unsafe-inline': what keeps scripts out of content is that no text of it ever becomes HTML (components/rich-text.tsx).
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  // Editors may use pictures of any host.
  "img-src 'self' data: http: https:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const headersOfAllPages = [
  { key: "Content-Security-Policy", value: contentSecurityPolicy },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

/** The address of a preview contains its token. The links of emails have tokens too, and forms that need an origin to be sent. */
const headersOf = (referrerPolicy: string) => [
  { key: "Referrer-Policy", value: referrerPolicy },
  { key: "X-Robots-Tag", value: "noindex, nofollow" },
];

const config: NextConfig = {
  poweredByHeader: false,
  // This folder alone, also when it lies inside another project.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  headers: async () => [
    { source: "/:path*", headers: headersOfAllPages },
    { source: "/preview/:path*", headers: headersOf("no-referrer") },
    { source: "/:locale/preview/:path*", headers: headersOf("no-referrer") },
    { source: "/:locale/account/:path*", headers: headersOf("same-origin") },
  ],
};

export default config;
