import { Type } from "typebox";
import { Nullable, Uuid } from "../http/envelope.ts";

/** A person who did something, as answers of the admin API name them; null: nobody did, or the account is gone. */
export const NullablePerson = Nullable(Type.Object({ id: Uuid, name: Type.String() }, { additionalProperties: false }));
export type NullablePerson = { id: string; name: string } | null;

/** The person of a row that was joined with its account, if there is one. */
export function nullablePerson(id: string | null | undefined, name: string | null | undefined): NullablePerson {
  return typeof id === "string" && typeof name === "string" ? { id, name } : null;
}
