import { headers } from "next/headers";
import { createClient } from "@vitrine/client";
import { settings } from "@/lib/settings";

/**
 * For what visitors send: logins, forms, orders. Vitrine limits how often one address may do that, and all of it comes from this server.
 * So the visitor's address goes along. Vitrine believes it only if its TRUST_PROXY names this server.
 */
export async function clientForVisitor() {
  const forwarded = (await headers()).get("x-forwarded-for");
  return createClient({
    baseUrl: settings.vitrineUrl,
    apiKey: settings.apiKey,
    fetch: (url, init) => {
      const sent = new Headers(init.headers);
      if (forwarded) sent.set("x-forwarded-for", forwarded);
      return fetch(url, { ...init, headers: sent, cache: "no-store" });
    },
  });
}
