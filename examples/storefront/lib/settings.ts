const vitrineUrl = (process.env.VITRINE_URL || "http://localhost:3000").replace(/\/+$/, "");

/** The settings of .env, for the server alone. Without them, the storefront shows the demo site of a server on this machine. */
export const settings = {
  vitrineUrl,
  /** Where people edit the site, who see drafts and releases in a frame. Usually it is the server of the API; "none": nobody may. */
  studioOrigins: (process.env.STUDIO_URL || vitrineUrl)
    .split(/[\s,]+/)
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin),
  apiKey: process.env.VITRINE_API_KEY || "pk_FjordAndFormDemoKey0000000000000",
  /** An origin: scheme, host and port. */
  siteUrl: new URL(process.env.SITE_URL || "http://localhost:4000").origin,
  /** Empty: nobody may revalidate. */
  revalidateSecret: process.env.REVALIDATE_SECRET ?? "",
  /** That of the webhook, whsec_…; empty: there is none. */
  webhookSecret: process.env.WEBHOOK_SECRET ?? "",
};

/** An address of this storefront in full, as sitemaps, feeds and payment pages need it. */
export const absoluteUrl = (path: string): string => settings.siteUrl + path;
