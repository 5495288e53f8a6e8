import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { absoluteUrl } from "@/lib/settings";

export default async function robots(): Promise<MetadataRoute.Robots> {
  // SITE_URL is read when the server runs, not when it is built.
  await connection();
  return { rules: { userAgent: "*", allow: "/", disallow: ["/api/", "/preview/"] }, sitemap: absoluteUrl("/sitemap.xml") };
}
