"use server";

import { redirect } from "next/navigation";
import { attempt } from "@vitrine/client";
import type { AccountState } from "@/actions/account-state";
import { accountProblem } from "@/lib/account-problems";
import { localeOf } from "@/lib/locale-words";
import { customerToken, endSession, startSession } from "@/lib/session";
import { absoluteUrl } from "@/lib/settings";
import { clientForVisitor } from "@/lib/visitor";
import { fill } from "@/messages/fill";

export async function logIn(asked: string, last: AccountState, sent: FormData): Promise<AccountState> {
  const { locale, words } = localeOf(asked);
  const visitor = await clientForVisitor();
  const { data, error } = await attempt(visitor.customers.logIn({ email: text(sent, "email"), password: text(sent, "password") }));
  if (error) return again(last, sent, { problem: accountProblem(error, words.accountPages) });
  await startSession(data.token);
  redirect(`/${locale}/account`);
}

export async function logOut(asked: string): Promise<void> {
  const { locale } = localeOf(asked);
  await endSession();
  redirect(`/${locale}/account/login`);
}

export async function register(asked: string, last: AccountState, sent: FormData): Promise<AccountState> {
  const { locale, words } = localeOf(asked);
  const visitor = await clientForVisitor();
  const { data, error } = await attempt(
    visitor.customers.registerCustomer({
      email: text(sent, "email"),
      password: text(sent, "password"),
      firstName: text(sent, "firstName") || null,
      lastName: text(sent, "lastName") || null,
      verifyUrlBase: verifyUrl(locale),
    }),
  );
  if (error) return again(last, sent, { problem: accountProblem(error, words.accountPages) });
  return again(last, sent, { done: fill(words.accountPages.checkMailText, { email: data.email }) });
}

/** Confirms an address with the token of the link in the email. */
export async function verifyEmail(asked: string, last: AccountState, sent: FormData): Promise<AccountState> {
  const { words } = localeOf(asked);
  const visitor = await clientForVisitor();
  const { error } = await attempt(visitor.customers.verifyEmail({ token: text(sent, "token") }));
  if (error) return again(last, sent, { problem: accountProblem(error, words.accountPages) });
  return again(last, sent, { done: words.accountPages.verified });
}

/** Sends the link to confirm the address again, to the customer who is logged in. */
export async function sendVerification(asked: string, last: AccountState, sent: FormData): Promise<AccountState> {
  const { locale, words } = localeOf(asked);
  const customer = (await clientForVisitor()).withCustomerToken(await customerToken());
  const { error } = await attempt(customer.customers.requestEmailVerification({ verifyUrlBase: verifyUrl(locale) }));
  if (error) return again(last, sent, { problem: accountProblem(error, words.accountPages) });
  return again(last, sent, { done: words.accountPages.sentAgain });
}

/** The answer is the same whether or not there is such an account. */
export async function requestReset(asked: string, last: AccountState, sent: FormData): Promise<AccountState> {
  const { locale, words } = localeOf(asked);
  const visitor = await clientForVisitor();
  const resetUrlBase = absoluteUrl(`/${locale}/account/new-password`);
  const { error } = await attempt(visitor.customers.requestPasswordReset({ email: text(sent, "email"), resetUrlBase }));
  if (error) return again(last, sent, { problem: accountProblem(error, words.accountPages) });
  return again(last, sent, { done: words.accountPages.resetSent });
}

/** Sets a new password with the token of the link in the email. */
export async function resetPassword(asked: string, last: AccountState, sent: FormData): Promise<AccountState> {
  const { words } = localeOf(asked);
  const visitor = await clientForVisitor();
  const { error } = await attempt(visitor.customers.resetPassword({ token: text(sent, "token"), password: text(sent, "password") }));
  if (error) return again(last, sent, { problem: accountProblem(error, words.accountPages) });
  await endSession();
  return again(last, sent, { done: words.accountPages.resetDone });
}

export async function saveProfile(asked: string, last: AccountState, sent: FormData): Promise<AccountState> {
  const { words } = localeOf(asked);
  const customer = (await clientForVisitor()).withCustomerToken(await customerToken());
  const [firstName, lastName, phone] = ["firstName", "lastName", "phone"].map((name) => text(sent, name) || null);
  const { error } = await attempt(customer.account.updateAccount({ firstName, lastName, phone }));
  if (error) return again(last, sent, { problem: accountProblem(error, words.accountPages) });
  return again(last, sent, { done: words.accountPages.saved });
}

/** A new password ends every session, this one too. */
export async function changePassword(asked: string, last: AccountState, sent: FormData): Promise<AccountState> {
  const { words } = localeOf(asked);
  const customer = (await clientForVisitor()).withCustomerToken(await customerToken());
  const passwords = { currentPassword: text(sent, "currentPassword"), newPassword: text(sent, "newPassword") };
  const { error } = await attempt(customer.account.changePassword(passwords));
  if (error) {
    const isWrong = error.code === "invalid_credentials";
    return again(last, sent, { problem: isWrong ? words.accountPages.wrongPassword : accountProblem(error, words.accountPages) });
  }
  await endSession();
  return again(last, sent, { done: words.accountPages.passwordChanged });
}

const verifyUrl = (locale: string) => absoluteUrl(`/${locale}/account/verify`);

function text(sent: FormData, name: string): string {
  const value = sent.get(name);
  return typeof value === "string" ? value : "";
}

/** The form's next state. What was entered comes back, but no password and no token. */
function again({ attempts }: AccountState, sent: FormData, outcome: { problem: string } | { done: string }): AccountState {
  const names = ["email", "firstName", "lastName", "phone"];
  return { attempts: attempts + 1, entered: Object.fromEntries(names.map((name) => [name, text(sent, name)])), ...outcome };
}
