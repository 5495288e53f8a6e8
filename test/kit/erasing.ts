import { openStore } from "../../server/src/bootstrap/open-object-store.ts";
import { commandNamed } from "../../server/src/commands.ts";
import type { CustomerErased } from "../../server/src/features/people/personal-data/cli/customer-erase.ts";
import type { PersonalData } from "../../server/src/features/people/personal-data/index.ts";
import type { Sql } from "../../server/src/ports/database.ts";
import { contactForm, formsPlugin, submitter } from "./form-site.ts";
import { type TestServer, type TestSite } from "./harness.ts";
import { storefront } from "./shopper.ts";
import { addSubmissionFile } from "./staff-forms.ts";
import { dataOf, catalogItems, paymentPlugin, returnUrls, checkoutClient } from "./checkout-client.ts";

/** The texts that a person leaves, each recognisable anywhere. */
export function canariesOf(mark: string) {
  return {
    email: `canary-${mark}@example.com`,
    first: `Canaryfirst${mark}`,
    last: `Canarylast${mark}`,
    phone: `+49 461 ${mark}7777`,
    address: `Canary Street ${mark}`,
  };
}
export type Canaries = ReturnType<typeof canariesOf>;

/** A site with every part that can hold personal data. */
export function addShop(server: TestServer): Promise<TestSite> {
  return server.addSite({
    site: { name: "A shop", settings: { orders: { confirmationMail: true } }, allowedOrigins: ["https://shop.example"] },
    products: catalogItems({ CHAIR: { price: 4_200, stock: 1_000 } }),
    forms: [contactForm()],
    plugins: { ...paymentPlugin(), ...formsPlugin("staff@shop.example").plugins },
  });
}

/** Leaves a person's data everywhere in a site, through the public API. Resolves with the account's id and token. */
export async function plant(server: TestServer, site: TestSite, { email, first, last, phone, address }: Canaries) {
  const store = storefront(server, site);
  const { session, intent, pluginIntent } = checkoutClient(server, site);
  const id = await store.register(email, { firstName: first, lastName: last, phone });
  const token = (await store.logIn(email)) ?? "";
  const urls = { ...returnUrls, successUrl: `https://shop.example/thanks?for=${email}` };
  const about = { customerEmail: email, notes: `${first} ${last}, ${address}, ${phone}` };
  const bearer = { authorization: `Bearer ${token}`, "idempotency-key": `key of ${email}` };
  const bought = [
    await session({ CHAIR: 1 }, { notes: about.notes, ...urls }, bearer),
    await session({ CHAIR: 1 }, { ...about, ...urls, customerId: id }),
    await intent({ CHAIR: 1 }, about),
    await pluginIntent({
      amount: 500,
      description: `From ${email}`,
      metadata: { who: `${first} ${last}`, email: email.toUpperCase(), address },
    }),
  ].map((answer) => dataOf(answer));
  const orders = bought.slice(0, 3).map(({ orderId = "" }) => orderId);
  const submit = submitter(server, site);
  const submitted = await submit({ name: `${first} ${last}`, email: email.toUpperCase(), message: `${address}, ${phone}` });
  if (submitted.status !== 202) throw new Error(`The form does not take it: ${submitted.text}`);
  await submit({ name: last, email, message: address, _hp: "spam" });
  const [submission] = await server.deps.sql<{ id: string }>`
    select id from form_submissions where site_id = ${site.id} and data::text like ${`%${first} ${last}%`}`;
  await addSubmissionFile(server, site, submission?.id ?? "", { name: `CV of ${first} ${last}.txt` });
  await store.post("/auth/request-password-reset", { email, resetUrlBase: "https://shop.example/r" });
  await store.post("/auth/login", { email, password: "not the password" });
  return {
    id,
    token,
    orders,
    payment: bought[3]?.paymentId ?? "",
    handovers: bought.map((one) => one.checkoutUrl ?? one.clientSecret ?? ""),
  };
}
export type Planted = Awaited<ReturnType<typeof plant>>;

/** Pays every order, so that nothing is open any more. */
export async function payAll(server: TestServer, { handovers }: Planted): Promise<void> {
  for (const handover of handovers) await server.sandbox.pay(handover);
  await server.sandbox.settled();
}

/** A command as at a terminal: its output for programs, and the one for people. */
export async function runCommand<Output>(server: TestServer, name: string, input: object): Promise<{ output: Output; text: string }> {
  const command = commandNamed(name);
  const output = await command.run(
    { ...server.deps, files: () => Promise.resolve(server.deps), openStore, progress: () => undefined },
    input,
  );
  return { output: JSON.parse(JSON.stringify(output)) as Output, text: command.print(output) };
}

export const erase = (by: TestServer, site: TestSite, person: string, { yes = true } = {}) =>
  runCommand<CustomerErased>(by, "customer erase", { slug: site.slug, person, yes });

export const exportOf = async (by: TestServer, site: TestSite, person: string) =>
  (await runCommand<PersonalData>(by, "customer export", { slug: site.slug, person })).output;

function statement(text: string): TemplateStringsArray {
  return Object.assign([text], { raw: [text] });
}

/** Every row of every table, as text, with its table. */
export async function dump(sql: Sql): Promise<{ table: string; row: string }[]> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p', 'm') and relnamespace = 'public'::regnamespace order by relname`;
  const rows: { table: string; row: string }[] = [];
  for (const { name } of tables) {
    const tableRows = await sql<{ row: string }>(statement(`select to_jsonb(t)::text as row from "${name}" as t order by 1`));
    rows.push(...tableRows.map(({ row }) => ({ table: name, row })));
  }
  return rows;
}

/** The tables that contain personal data of someone: in clear, or as bytes. */
export async function tablesWith(sql: Sql, canaries: Canaries, ids: readonly string[] = []): Promise<string[]> {
  const texts = [...Object.values(canaries), canaries.email.slice(0, canaries.email.indexOf("@")), ...ids].map((text) =>
    text.toLowerCase(),
  );
  const needles = [...texts, ...texts.map((text) => Buffer.from(text).toString("hex"))];
  const matchingRows = (await dump(sql)).filter(({ row }) => needles.some((needle) => row.toLowerCase().includes(needle)));
  return [...new Set(matchingRows.map(({ table }) => table))];
}

export const orderPath = (id: string) => `/api/v1/shop/checkout/order/${id}`;
