import type { Deps } from "../../../../deps.ts";

/** The party that passkeys are made for: the host of PUBLIC_URL, and pages of that origin alone. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

export function relyingParty({ publicUrl, mailFrom }: Pick<Deps, "publicUrl" | "mailFrom">): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: mailFrom.name, origin };
}
