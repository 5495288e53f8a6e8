/** The largest quota that a site, an operator or the server can set, in MB: 10 TB. */
export const largestQuotaMb = 10_000_000;
