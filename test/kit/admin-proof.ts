import { randomUUID } from "node:crypto";
import type { OperationSpec } from "../../server/src/lib/http/operation.ts";
import { addMember, type TestAdmin } from "./admins.ts";
import type { ProofRequest } from "./proof.ts";
import type { ProofServer } from "./proof-site.ts";
import type { TestSite } from "./harness.ts";

/** The sender of one request to the admin API, and the data for it. */
export interface AdminAsker {
  server: ProofServer;
  /** The site in the path. */
  site: TestSite;
  /** An owner of the site: makes data that the request needs. */
  owner: TestAdmin;
  /** The person of the credential that will be sent; the owner, where nobody else is. */
  sender: TestAdmin;
  /** A text that nothing else has. */
  unique: string;
}

/**
 * One request to an operation of the admin API that succeeds for its sender, if it has the permission. It stands beside the operation, and
 * every matrix over these operations is made of them. The slug of the site and the credential are not part of it.
 */
export interface AdminProof {
  operation: OperationSpec;
  /** Called for each request that is sent, since the last one may have used up its data. */
  request(asker: AdminAsker): ProofRequest | Promise<ProofRequest>;
  /** The status of this request's success, if it is not the operation's lowest one. */
  success?: number;
  /** The request leaves nothing of its site, or changes what others in it may do: each gets a site of its own. */
  consumesSite?: true;
}

export function adminProof(
  operation: OperationSpec,
  request: AdminProof["request"] = () => ({}),
  more: Pick<AdminProof, "success" | "consumesSite"> = {},
): AdminProof {
  return { operation, request, ...more };
}

/** `given`: an owner that many requests share. Absent: a new one. */
export async function adminAskerOf(
  server: ProofServer,
  site: TestSite,
  sender?: TestAdmin,
  existingOwner?: TestAdmin,
): Promise<AdminAsker> {
  const owner = existingOwner ?? (await addMember(server, site, "OWNER"));
  return { server, site, owner, sender: sender ?? owner, unique: randomUUID() };
}

/** The same with an owner whose session the operation takes: one that waits for its second factor, or of an operator, where it asks for that. */
export async function adminAskerFor(server: ProofServer, site: TestSite, { access }: OperationSpec): Promise<AdminAsker> {
  const asker = await adminAskerOf(server, site, undefined, await addMember(server, site, "OWNER", { isOperator: access === "operator" }));
  if (access === "pendingSecondFactor")
    await server.deps.sql`update admin_sessions set state = 'SECOND_FACTOR' where id = ${asker.owner.sessionId}`;
  return asker;
}

/** The request with the slug of its site, as the operation's path needs it. */
export async function adminRequest({ operation, request }: AdminProof, asker: AdminAsker): Promise<ProofRequest> {
  const { params, ...rest } = await request(asker);
  const needsSlug = operation.path.includes("{siteSlug}");
  return { ...rest, params: { ...(needsSlug ? { siteSlug: asker.site.slug } : {}), ...params } };
}
