"use server";

import { redirect } from "next/navigation";
import { attempt, type Client } from "@vitrine/client";
import { accountProblem } from "@/lib/account-problems";
import { addressIn, filledMembers, type EnteredAddress } from "@/lib/entered-address";
import { localeOf } from "@/lib/locale-words";
import { customerToken } from "@/lib/session";
import { found } from "@/lib/vitrine";
import { clientForVisitor } from "@/lib/visitor";

export interface AddressState {
  problem?: string;
  /** The visitor's input. */
  address: EnteredAddress;
}

/** Stores an address of the customer who is logged in; without an id, a new one. `id` and `locale` are bound by the page. */
export async function saveAddress(id: string | undefined, asked: string, _last: AddressState, sent: FormData): Promise<AddressState> {
  const { locale, words } = localeOf(asked);
  const account = await ownAccount();
  const address = addressIn(sent);
  // Members that the form does not show stay as they are.
  const stored = id === undefined ? undefined : (await account.listAddresses()).data.find((each) => each.id === id);
  const { region, phone } = stored?.address ?? {};
  const body = {
    address: {
      ...(region === undefined ? {} : { region }),
      ...(phone === undefined ? {} : { phone }),
      ...filledMembers(address),
      country: String(sent.get("country")),
    },
    isShippingDefault: sent.get("isShippingDefault") !== null,
    isBillingDefault: stored?.isBillingDefault ?? false,
  };
  const { error } = await attempt(id === undefined ? account.addAddress(body) : account.replaceAddress({ id, ...body }));
  if (error) return { address, problem: error.code === "addresses_full" ? words.address.full : accountProblem(error, words.accountPages) };
  redirect(`/${locale}/account`);
}

export async function removeAddress(id: string, asked: string): Promise<void> {
  const { locale } = localeOf(asked);
  // One that is gone already needs no word.
  await found((await ownAccount()).deleteAddress({ id }));
  redirect(`/${locale}/account`);
}

async function ownAccount(): Promise<Client["account"]> {
  return (await clientForVisitor()).withCustomerToken(await customerToken()).account;
}
