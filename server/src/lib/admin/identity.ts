import type { AddressedSite } from "../media/media-address.ts";
import type { Permission, Role } from "./roles.ts";

/** A cookie of a person who signed in. */
interface SessionCredential {
  readonly kind: "SESSION";
  readonly id: string;
  /** When the person last proved who they are: at the sign-in, or by a confirmation. */
  readonly confirmedAt: Date;
}

/** A personal access token. */
interface TokenCredential {
  readonly kind: "TOKEN";
  readonly id: string;
  readonly name: string;
  /** Caps the role of the member in each site. */
  readonly role: Role;
  /** The only site that it opens. Null: every site of its owner. */
  readonly siteId: string | null;
}

/** The person of a request to the admin API, and how they proved who they are. */
export interface AdminIdentity {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly isOperator: boolean;
  readonly hasSecondFactor: boolean;
  readonly credential: SessionCredential | TokenCredential;
}

/** The place of a request's person in the site of its path. */
export interface Membership {
  readonly site: AddressedSite & { readonly name: string; readonly isDeleted: boolean };
  /** OWNER for an operator who has entered the site. */
  readonly role: Role;
  /** The role's permissions, limited to those that the credential allows. */
  readonly permissions: ReadonlySet<Permission>;
  /** An operator who has entered the site and may be no member. */
  readonly hasEntered: boolean;
}

/** By whom something was changed, as the audit log keeps it. */
export type Actor =
  | { readonly kind: "SESSION"; readonly adminId: string }
  | { readonly kind: "TOKEN"; readonly adminId: string; readonly tokenName: string }
  | { readonly kind: "SIGNUP"; readonly adminId: string }
  /** `adminId`: the person who scheduled the work, if one did. */
  | { readonly kind: "CLI" | "JOB"; readonly adminId?: string };

/** The person of a request, as an actor. */
export function actorOf({ admin }: { admin: AdminIdentity }): Actor {
  const { id: adminId, credential } = admin;
  return credential.kind === "TOKEN" ? { kind: "TOKEN", adminId, tokenName: credential.name } : { kind: "SESSION", adminId };
}
