import { member, tokenOf } from "./admin-sender-makers.ts";
import type { Sender } from "./admin-senders.ts";
import { addDeadPasskey, addMember } from "./admins.ts";
import { startOwnTotp } from "./second-factors.ts";

/** Senders to a site that requires a second factor. */
export const factorSenders: readonly Sender[] = [
  {
    name: "an owner without a second factor where it is required",
    facts: { role: "OWNER", lacksSecondFactor: true },
    make: member("OWNER"),
    siteState: "second factor required",
  },
  {
    name: "a token of an owner without a second factor where it is required",
    facts: { role: "OWNER", isToken: true, cap: "OWNER", lacksSecondFactor: true },
    make: tokenOf("OWNER", "OWNER"),
    siteState: "second factor required",
  },
  {
    name: "an owner with a second factor where it is required",
    facts: { role: "OWNER" },
    make: member("OWNER", { hasSecondFactor: true }),
    siteState: "second factor required",
  },
  {
    name: "an owner with a passkey where a second factor is required",
    facts: { role: "OWNER" },
    make: async (server, site) => {
      const admin = await addMember(server, site, "OWNER");
      await addDeadPasskey(server, admin.id);
      return { admin, headers: { ...admin.headers } };
    },
    siteState: "second factor required",
  },
  {
    name: "an owner with an app that waits for its first code where a second factor is required",
    facts: { role: "OWNER", lacksSecondFactor: true },
    make: async (server, site) => {
      const admin = await addMember(server, site, "OWNER");
      await startOwnTotp(server, admin.id);
      return { admin, headers: { ...admin.headers } };
    },
    siteState: "second factor required",
  },
];
