import { cookies } from "next/headers";
import { isVitrineError, type Client } from "@vitrine/client";
import { settings } from "@/lib/settings";
import { clientForVisitor } from "@/lib/visitor";

const name = "customer";
/** As long as Vitrine's tokens are good for. */
const maxAge = 7 * 24 * 60 * 60;

/** Keeps the token of a customer where scripts cannot read it. */
export async function startSession(token: string): Promise<void> {
  const isSecure = settings.siteUrl.startsWith("https:");
  (await cookies()).set(name, token, { httpOnly: true, sameSite: "lax", secure: isSecure, path: "/", maxAge });
}

export async function endSession(): Promise<void> {
  (await cookies()).delete(name);
}

export async function customerToken(): Promise<string | undefined> {
  return (await cookies()).get(name)?.value;
}

/** The result of `read` for the customer who is logged in; undefined if nobody is, or no longer. */
export async function asCustomer<Answer>(read: (client: Client) => Promise<Answer>): Promise<Answer | undefined> {
  const token = await customerToken();
  if (!token) return undefined;
  try {
    return await read((await clientForVisitor()).withCustomerToken(token));
  } catch (error) {
    if (isVitrineError(error, "token_invalid")) return undefined;
    throw error;
  }
}
