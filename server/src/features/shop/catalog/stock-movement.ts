import { Type, type Static } from "typebox";
import { NullablePerson } from "../../../lib/admin/person.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";

export const variantNotFound = problem("variant_not_found", 404, "Variant not found");

/** As many units as a variant may have. */
export const mostStock = 2_000_000_000;

const movementKinds = ["INITIAL", "ORDER", "CANCELLATION", "REFUND", "IMPORT", "HAND"] as const;
/** Why a person changes a stock. */
export const stockReasons = ["RECEIVED", "COUNTED", "DAMAGED", "RETURNED", "OTHER"] as const;

/** The cause of a change of stock. */
export interface MovementCause {
  kind: (typeof movementKinds)[number];
  /** Absent: none, as below. */
  orderId?: string;
  reason?: (typeof stockReasons)[number];
  note?: string | null;
  adminId?: string | null;
}

/** A change of a variant's stock. */
export const StockMovement = Type.Object(
  {
    id: Uuid,
    at: Instant,
    kind: Type.Enum([...movementKinds], {
      description:
        "`INITIAL`: the variant was created, or the ledger began. `IMPORT`: a bundle or a table set the stock. `HAND`: a member changed it, or somebody in the database.",
    }),
    change: Type.Integer({ description: "The sum of all changes of a variant is its stock." }),
    stock: Nullable(Type.Integer({ minimum: 0, description: "After the change. Null: not tracked from then on, which counts as 0." })),
    reason: Nullable(Type.Enum([...stockReasons])),
    note: Nullable(Type.String()),
    order: Nullable(Type.Object({ id: Uuid, number: Type.Integer() }, { additionalProperties: false })),
    by: NullablePerson,
  },
  { $id: "StockMovement", additionalProperties: false },
);
export type StockMovement = Static<typeof StockMovement>;
