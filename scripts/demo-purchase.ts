// Buys something from the demo site over HTTP, as a storefront and a person at the payment page would, and prints each step:
//   npm start                (in one terminal)
//   npm run demo:purchase    (in another, with the same PORT; or an address goes behind: npm run demo:purchase -- http://localhost:4000)
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
// In a shop of your own: import { createClient } from "@vitrine/client";
import { createClient, isVitrineError, type GetCheckoutOrderAnswer } from "../client/src/index.ts";

if (existsSync(".env")) process.loadEnvFile(".env");
const { PORT = "3000", PUBLIC_URL = `http://localhost:${PORT}` } = process.env;
const server = (process.argv[2] ?? PUBLIC_URL).replace(/\/+$/, "");

const client = createClient({
  baseUrl: server,
  // The demo site's public key. It selects the site, and gives access only to data for every visitor.
  apiKey: "pk_FjordAndFormDemoKey0000000000000",
  // Not needed to buy: it shows the client's requests and the responses.
  fetch: showing,
});

let steps = 0;
/** Whether requests and responses are printed. */
let isShown = true;

/** Ends with a message instead of a stack. */
class Stop extends Error {}

try {
  await buy();
} catch (error) {
  if (!(error instanceof Stop) && !isVitrineError(error)) throw error;
  console.error(`\n${error instanceof Stop ? error.message : adviceFor(error)}`);
  process.exitCode = 1;
}

async function buy(): Promise<void> {
  if (!/^https?:\/\/./.test(server) || !URL.canParse(server))
    throw new Stop(`An address looks like http://localhost:3000, not like ${server}.`);

  step("Find something to buy");
  const { data: products } = await client.catalog.listProducts({ sort: "price", pageSize: 5 });
  const product = products.find(({ variants }) => variants.some(({ available }) => available));
  const variant = product?.variants.find(({ available }) => available);
  if (!product || !variant) throw new Stop("All of it is sold out. Start the server with a new DATA_DIR.");
  say(`It will be "${product.title}", at ${variant.price} ${product.currency}. Amounts are in minor units: cents of a euro.`);

  step("Order it, and get the payment page");
  say("The price is not sent: the server knows it. The client adds an Idempotency-Key: with it a repetition gets the same order.");
  const { orderId, checkoutUrl } = await client.checkout.createCheckoutSession({
    items: [{ variantId: variant.id, quantity: 2 }],
    customerEmail: "ada@example.com",
    successUrl: `${server}/demo/shop?paid`,
    cancelUrl: `${server}/demo/shop`,
  });
  say(`A storefront sends its visitor to the payment page now:\n  ${checkoutUrl}`);

  step("Pay there with a card that is declined");
  const declined = await payOnPage(checkoutUrl, /card that is declined/i);
  if (declined.backTo !== undefined) throw new Stop("The card should have been declined, and was not.");
  say(`The page says: ${declined.alert}`);

  step("Read the status of the order");
  say("The processor tells the server by a webhook, which takes a moment. The payment has failed; the order waits for another try.");
  await orderThat(orderId, ({ paymentStatus }) => paymentStatus === "FAILED");

  step("Pay with a card that works");
  const paid = await payOnPage(checkoutUrl, /card that succeeds/i);
  if (paid.backTo === undefined) throw new Stop(`The payment did not go through. The page says: ${paid.alert}`);
  say(`The page sends the person back to the successUrl:\n  ${paid.backTo}`);

  step("Wait until the order is paid");
  const order = await orderThat(orderId, ({ status }) => status === "PAID");

  say(`\nDone: order ${order.id} is ${order.status}, its payment ${order.paymentStatus}.`);
  say(`Its confirmation is at ${server}/dev/mail. The shop sees the order with: npx vitrine order list fjord-and-form`);
}

/** Replaces `fetch`: prints the request and its response. */
async function showing(url: string, init: RequestInit): Promise<Response> {
  const sent = Object.entries(init.headers as Record<string, string>).map(([name, value]) => `${name}: ${value}`);
  const body = typeof init.body === "string" ? ["", ...lines(JSON.parse(init.body))] : [];
  if (isShown) print(">", [`${init.method} ${url}`, ...sent, ...body]);
  const response = await fetch(url, init);
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (isShown) print("<", [`${response.status} ${response.statusText}`, "", ...lines(answer)]);
  return response;
}

/** The remedy for a failed call. */
function adviceFor({ code, message }: { code: string; message: string }): string {
  if (code === "network_error") return nobodyAt(server);
  return `The server refused this: ${message}\nIs ${server} a Vitrine with its demo site?`;
}

/** Acts like a browser on the page: reads its form, chooses a card, sends it. A page with an alert stays; otherwise it redirects. */
async function payOnPage(url: string, card: RegExp): Promise<{ alert: string; backTo: string | undefined }> {
  const page = await (await reach(url)).text();
  const [, formTag = "", form = ""] = /<form\b([^>]*)>(.*?)<\/form>/s.exec(page) ?? [];
  const fields = new URLSearchParams();
  for (const [, tag = "", after = ""] of form.matchAll(/<input\b([^>]*)>([^]*?)(?=<input\b|$)/g)) {
    const [name, value] = [attribute(tag, "name"), attribute(tag, "value") ?? ""];
    // Of the radio buttons, the one whose label names the card.
    const isChosen = attribute(tag, "type") !== "radio" || card.test(textOf(/[^]*?(?=<\/label>)/.exec(after)?.[0] ?? ""));
    if (name !== undefined && isChosen) fields.set(name, value);
  }
  if (![...fields.keys()].includes("card")) throw new Stop(`The payment page shows no such card: ${url}`);
  const action = new URL(attribute(formTag, "action") ?? "", url);
  print(">", [`POST ${action.href}`, "content-type: application/x-www-form-urlencoded", "", fields.toString()]);
  const answer = await reach(action.href, { method: "POST", body: fields, redirect: "manual" });
  const backTo = answer.headers.get("location") ?? undefined;
  print("<", [`${answer.status} ${answer.statusText}`, ...(backTo === undefined ? [] : [`location: ${backTo}`])]);
  const alert = /<(\w+)\b[^>]*role="alert"[^>]*>(.*?)<\/\1>/s.exec(await answer.text())?.[2] ?? "";
  return { alert: textOf(alert), backTo };
}

/** Polls every second, for half a minute at most. Shows the last response. */
async function orderThat(id: string, isSo: (order: GetCheckoutOrderAnswer) => boolean): Promise<GetCheckoutOrderAnswer> {
  for (let tries = 1; tries <= 30; tries += 1) {
    isShown = false;
    const order = await client.checkout.getCheckoutOrder({ id });
    isShown = true;
    if (isSo(order)) return client.checkout.getCheckoutOrder({ id });
    await sleep(1_000);
  }
  throw new Stop("This has not happened within half a minute. The server's log may say why.");
}

async function reach(url: string, init?: RequestInit): Promise<Response> {
  return fetch(url, init).catch(() => {
    throw new Stop(nobodyAt(new URL(url).origin));
  });
}

function nobodyAt(address: string): string {
  return `No server responds at ${address}. Start the server first (npm start), or name its address: npm run demo:purchase -- http://…`;
}

function attribute(tag: string, name: string): string | undefined {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]);
}

function textOf(markup: string): string {
  return (
    unescaped(
      markup
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    ) ?? ""
  );
}

function unescaped(text: string | undefined): string | undefined {
  return text?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** As JSON, shortened: lists are cut after the first item, and the rest after some lines. */
function lines(value: unknown): string[] {
  const shortened = JSON.stringify(
    value,
    (_key, part: unknown) => (Array.isArray(part) && part.length > 1 ? [part[0], `… and ${part.length - 1} more`] : part),
    2,
  );
  const all = (shortened ?? "").split("\n");
  return all.length > 32 ? [...all.slice(0, 31), `… and ${all.length - 31} lines more`] : all;
}

function step(title: string): void {
  steps += 1;
  console.log(`\n${steps}. ${title}\n`);
}

function say(text: string): void {
  console.log(`${text}\n`);
}

function print(mark: ">" | "<", text: readonly string[]): void {
  console.log(`${text.map((line) => `  ${mark} ${line}`.trimEnd()).join("\n")}\n`);
}
