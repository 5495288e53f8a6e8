import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Instant, Nullable, Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { invitationNotFound } from "../members/invitation.ts";
import { findInvitation } from "../members/invitation-link.ts";
import { MemberRole } from "../members/member.ts";

const OpenInvitation = Type.Object(
  {
    email: Type.String({ description: "The invited address." }),
    role: MemberRole,
    site: Type.Object({ slug: Type.String(), name: Type.String() }, { additionalProperties: false }),
    invitedBy: Nullable(Type.String({ description: "The name of the person; null if the account is gone." })),
    hasAccount: Type.Boolean({
      description: "The address has an account, which accepts by its session; otherwise name and password make one.",
    }),
    expiresAt: Instant,
  },
  { additionalProperties: false },
);

/** Shows an invitation to whoever has its link. */
export const openInvitation = operation(
  {
    id: "openInvitation",
    method: "GET",
    path: `${adminBase}/invitations/{token}`,
    access: "signIn",
    cors: "closed",
    limit: "credentials",
    problems: [invitationNotFound],
    tags: ["Self"],
    summary: "Look at an invitation",
    description: "With the token of the mailed link. Nothing changes by it.",
    params: Type.Object({ token: Type.String({ description: "From the link." }) }),
    response: { 200: Single(OpenInvitation) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ params: { token } }) => {
      const foundInvitation = await findInvitation(sql, token, clock.now());
      if (!foundInvitation) throw new ProblemError(invitationNotFound);
      const { locale: _locale, expiresAt, ...invitation } = foundInvitation;
      return { data: { ...invitation, expiresAt: expiresAt.toISOString() } };
    },
);
