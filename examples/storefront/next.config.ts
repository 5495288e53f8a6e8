import type { NextConfig } from "next";

/** proxy.ts adds the Content-Security-Policy, which depends on a setting of the running server. */
const headersOfAllPages = [
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
