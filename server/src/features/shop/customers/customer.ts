import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { givenEmail } from "../../../lib/text/given-email.ts";
import { printable } from "../../../lib/text/printable.ts";
import { Warnings } from "../../../lib/http/link-base.ts";
import { problem } from "../../../lib/http/problem.ts";

export const customerBlocked = problem("customer_blocked", 403, "The shop has blocked this account");
export const emailNotVerified = problem("email_not_verified", 403, "Confirm the e-mail address first");

export const Customer = Type.Object(
  {
    id: Uuid,
    email: Type.String({ examples: ["ada@example.com"] }),
    firstName: Nullable(Type.String()),
    lastName: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    emailVerified: Type.Boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "Customer", additionalProperties: false },
);
export type Customer = Static<typeof Customer>;

/** A customer as statements read them. */
export type CustomerRow = Omit<Customer, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

export function customerOf({ createdAt, updatedAt, ...rest }: CustomerRow): Customer {
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

const Detail = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength, pattern: printable })));

/** Details that customers enter about themselves. Blank counts as nothing. */
export const details = { firstName: Detail(100), lastName: Detail(100), phone: Detail(40) };

/** The response to a request for an email: the same for every caller, whether or not an email will be sent. */
export const Accepted = Type.Object({ accepted: Type.Literal(true), warnings: Type.Optional(Warnings) }, { additionalProperties: false });

/** The address as it is stored, or `validation_failed`: an invalid address belongs to nobody, so the error reveals nothing. */
export function emailOf(text: string): string {
  return givenEmail(text, "email");
}

export function blankAsNull(text: string | null | undefined): string | null {
  return text?.trim() ? text.trim() : null;
}
