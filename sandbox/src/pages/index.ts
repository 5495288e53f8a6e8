import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../errors.ts";
import { readBody, send, type Answer } from "../http.ts";
import { isEmail } from "../params.ts";
import { billOf, pay, stageOf, takeStep, type Bill } from "../payer.ts";
import { addressIn } from "../postal-address.ts";
import { mostBankSeconds, usualBankSeconds } from "../payments.ts";
import type { World } from "../world.ts";
import { checkoutPage, resultPage, stepPage, untouched } from "./checkout.ts";
import { overviewPage } from "./overview.ts";

/** The pages for people: they work without a script, and every way back is a redirect. */
export async function answerPage(world: World, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const form = request.method === "POST" ? new URLSearchParams(await readBody(request)) : undefined;
  if (!form && request.method !== "GET" && request.method !== "HEAD")
    return send(response, resultPage(405, "This is not possible", "A page can be looked at, or its form sent."));
  const answer = answerAt(world, url, form);
  await world.ledger.written();
  send(response, answer);
}

function answerAt(world: World, url: URL, form: URLSearchParams | undefined): Answer {
  const base = new URL(world.url).pathname.replace(/\/$/, "");
  if (url.pathname === "/" && !form) return overviewPage(world, base);
  const [, session, sessionStep] = /^\/c\/pay\/([^/]+)(\/step)?$/.exec(url.pathname) ?? [];
  const [isConfirm, confirmStep] = /^\/confirm(\/step)?$/.exec(url.pathname) ?? [];
  if (session === undefined && !isConfirm) return resultPage(404, "Page not found", "The address may be incomplete.");

  const clientSecret = url.searchParams.get("client_secret") ?? "";
  const bill = findBill(world, session === undefined ? { clientSecret } : { session });
  if (!bill) return resultPage(404, "Payment not found", "The address may be incomplete, or the sandbox was started anew.");
  const query = `client_secret=${encodeURIComponent(clientSecret)}`;
  const paths =
    session === undefined
      ? { pay: `${base}/confirm?${query}`, step: `${base}/confirm/step?${query}` }
      : { pay: `${base}/c/pay/${session}`, step: `${base}/c/pay/${session}/step` };

  const isStep = (sessionStep ?? confirmStep) !== undefined;
  const stage = stageOf(bill);
  if (stage !== "open" && stage !== "step") return form && stage !== "over" ? onward(bill, paths.pay) : overPage(bill, stage);
  if (isStep) return answerStepPage(world, bill, paths, form);
  if (!form) return checkoutPage(bill, paths.pay, untouched);

  const entered = {
    card: form.get("card") ?? "",
    email: form.get("email")?.trim() ?? "",
    address: Object.fromEntries(form),
    missing: null,
    bankSeconds: bankSecondsIn(form.get("bankSeconds") ?? ""),
  };
  if (bill.session && bill.session.customerEmail === null && !isEmail(entered.email))
    return checkoutPage(bill, paths.pay, { ...entered, missing: "email" });
  const countries = bill.session?.shippingCountries;
  const address = countries ? addressIn(entered.address, countries) : null;
  if (address === undefined) return checkoutPage(bill, paths.pay, { ...entered, missing: "address" });
  const email = bill.session?.customerEmail ?? (entered.email || null);
  pay(world, bill, entered.card, { email, address, bankSeconds: entered.bankSeconds });
  return stageOf(bill) === "open" ? checkoutPage(bill, paths.pay, entered) : onward(bill, paths.pay, paths.step);
}

function answerStepPage(world: World, bill: Bill, paths: { pay: string; step: string }, form: URLSearchParams | undefined): Answer {
  if (stageOf(bill) !== "step") return redirect(paths.pay);
  const answer = form?.get("step");
  if (answer !== "approve" && answer !== "refuse") return stepPage(bill, paths.step);
  takeStep(world, bill, answer === "approve");
  return onward(bill, paths.pay, paths.step);
}

/** Uses the usual time if the text does not hold a number of seconds. */
function bankSecondsIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), mostBankSeconds) : usualBankSeconds;
}

/** The next page after the payer's last step. */
function onward(bill: Bill, payPath: string, stepPath = payPath): Answer {
  const stage = stageOf(bill);
  if (stage === "step") return redirect(stepPath);
  if (stage === "open") return redirect(payPath);
  return redirect(wayBack(bill) ?? payPath);
}

function overPage(bill: Bill, stage: "paid" | "processing" | "over"): Answer {
  const to = stage === "over" ? (bill.session?.cancelUrl ?? null) : wayBack(bill);
  const link = to === null ? undefined : { to, name: "Back to the shop" };
  if (stage === "paid") return resultPage(200, "This is paid", "The payment has succeeded. There is nothing left to do.", link);
  if (stage === "processing") return resultPage(200, "This is on its way", "The bank has the order, and has not answered yet.", link);
  if (bill.session?.status === "complete") return resultPage(200, "The payment has failed", "The bank refused the debit afterwards.", link);
  return resultPage(410, "This can no longer be paid", "It has expired, or the shop has cancelled it. Nothing was charged.", link);
}

function wayBack({ session, intent }: Bill): string | null {
  if (session) return session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
  if (!intent?.returnUrl) return null;
  const url = new URL(intent.returnUrl);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.secret);
  url.searchParams.set("redirect_status", intent.status);
  return url.href;
}

function redirect(to: string): Answer {
  // A header is ASCII; an address with other characters has an ASCII form.
  const location = /^[\x21-\x7e]*$/.test(to) ? to : new URL(to).href;
  return { status: 303, headers: { location }, body: "" };
}

function findBill(world: World, wanted: { session?: string; clientSecret?: string }): Bill | undefined {
  try {
    return billOf(world, wanted);
  } catch (error) {
    if (error instanceof ApiError && error.error.code === "resource_missing") return undefined;
    throw error;
  }
}
