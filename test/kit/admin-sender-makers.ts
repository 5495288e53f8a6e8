import { addMember, addToken, type NewTestAdmin, type TestAdmin } from "./admins.ts";
import type { TestSite } from "./harness.ts";
import type { ProofServer } from "./proof-site.ts";
import type { Role } from "../../server/src/lib/admin/roles.ts";

/** A person, and the headers of their request. */
interface MadeSender {
  admin: TestAdmin;
  headers: Record<string, string>;
}

/** Makes a person for one request at the site; `other` is another site. */
export type MakeSender = (server: ProofServer, site: TestSite, other: TestSite) => Promise<MadeSender>;

/** A member with a session. */
export const member =
  (role: Role, newAdmin: NewTestAdmin = {}, more: Record<string, string> = {}): MakeSender =>
  async (server, site) => {
    const admin = await addMember(server, site, role, newAdmin);
    return { admin, headers: { ...admin.headers, ...more } };
  };

/** A member with a token. */
export const tokenOf =
  (role: Role, cap: Role, limit: "site" | "other" | "all" = "all", newAdmin: NewTestAdmin = {}): MakeSender =>
  async (server, site, other) => {
    const admin = await addMember(server, site, role, newAdmin);
    const only = { site, other, all: undefined }[limit];
    const { headers } = await addToken(server, admin.id, { role: cap, ...(only ? { site: only } : {}) });
    return { admin, headers: { ...headers } };
  };

/** An owner whose session or token is changed before it is used. */
export const spoilt =
  (kind: "session" | "token", spoil: (server: ProofServer, admin: TestAdmin) => Promise<unknown>): MakeSender =>
  async (server, site, other) => {
    const sender = await (kind === "session" ? member("OWNER") : tokenOf("OWNER", "OWNER"))(server, site, other);
    await spoil(server, sender.admin);
    return sender;
  };

export const withHeaders =
  (change: (headers: Record<string, string>) => Record<string, string>, make: MakeSender): MakeSender =>
  async (server, site, other) => {
    const sender = await make(server, site, other);
    return { ...sender, headers: change(sender.headers) };
  };
