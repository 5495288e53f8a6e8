import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";

const actorKinds = ["SESSION", "TOKEN", "CLI", "JOB", "SIGNUP"] as const;

/** A row of the audit log, as it is shown. */
export const AuditEntry = Type.Object(
  {
    id: Uuid,
    at: Instant,
    actor: Type.Object(
      {
        kind: Type.Enum([...actorKinds]),
        admin: Nullable(
          Type.Object(
            { id: Uuid, name: Type.String() },
            { additionalProperties: false, description: "Null: nobody, or an account that is gone." },
          ),
        ),
        tokenName: Nullable(Type.String({ description: "The personal access token's name." })),
      },
      { additionalProperties: false },
    ),
    action: Type.String({ description: "The id of the operation, or the name of the command or job.", examples: ["updateSite"] }),
    target: Type.Object(
      {
        type: Type.String({ examples: ["site"] }),
        id: Type.String(),
        label: Nullable(Type.String({ description: "Its name at that time." })),
      },
      { additionalProperties: false },
    ),
    changes: Type.Array(
      Type.Object(
        {
          member: Type.String({ examples: ["settings.timeZone"] }),
          from: Type.Optional(Type.Unknown()),
          to: Type.Optional(Type.Unknown()),
        },
        { additionalProperties: false },
      ),
      { description: "The members that changed; without values where these are secret, personal or long." },
    ),
  },
  { $id: "AuditEntry", additionalProperties: false },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** The columns of an entry and of the person who made the change. */
export interface AuditRow {
  id: string;
  at: Date;
  kind: (typeof actorKinds)[number];
  adminId: string | null;
  adminName: string | null;
  tokenName: string | null;
  action: string;
  type: string;
  targetId: string;
  label: string | null;
  changes: AuditEntry["changes"];
}

export function auditEntryOf(row: AuditRow): AuditEntry {
  const { id, at, kind, adminId, adminName, tokenName, action, type, targetId, label, changes } = row;
  return {
    id,
    at: at.toISOString(),
    action,
    changes,
    target: { type, id: targetId, label },
    actor: { kind, admin: adminId !== null && adminName !== null ? { id: adminId, name: adminName } : null, tokenName },
  };
}
