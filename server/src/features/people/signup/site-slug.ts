/** Names that a stranger's site must not have: they look like ours, mean something as a host, or look like no name at all. */
const reserved = new Set(
  `
  admin administrator root system vitrine support help security abuse postmaster hostmaster webmaster www api
  app dashboard console cdn assets static media img images files mail smtp imap ftp mx ns ns1 ns2 ns3 dns wpad
  autodiscover autoconfig mta-sts status docs blog shop store dev demo test staging sandbox preview localhost
  login logout signup signin register account billing payments checkout webhooks webhook oauth auth null
  undefined true false none default public private internal metrics healthz readyz
  `
    .trim()
    .split(/\s+/),
);

/** The response is the same as for a taken slug. One that begins like punycode would be read as another name (RFC 5891 §4.2.3.1). */
export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug) || slug.startsWith("vitrine-") || slug.slice(2, 4) === "--";
}
