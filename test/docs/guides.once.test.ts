import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { addMember, addToken, asAdmin } from "../kit/admins.ts";
import { checkoutClient, dataOf } from "../kit/checkout-client.ts";
import { cms, startServer, type TestServer } from "../kit/harness.ts";
import { pdfOf } from "../kit/made-files.ts";
import { previews } from "../kit/previews.ts";
import { compileErrors, outputOf, programOf, promisedBy, promisedByShell, samplesOf, shellOutputOf } from "./samples.ts";

const root = new URL("../../", import.meta.url);

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ takesPayments: true });
});
afterEach(() => server.stop());

/** A payer who opens the payment page, and pays with a valid card. */
async function payWhatIsOpen(until: Promise<unknown>): Promise<void> {
  let isOver = false;
  void until.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  await expect
    .poll(
      async () => {
        const { sessions } = await server.sandbox.ledger();
        const open = sessions.find(({ status }) => status === "open");
        if (open) await server.sandbox.pay(`https://pay.example/c/pay/${open.id}`);
        return isOver || open !== undefined;
      },
      { timeout: 180_000 },
    )
    .toBe(true);
}

test("the storefront sells, as its guide says", async () => {
  const samples = samplesOf(await readFile(new URL("docs/build/storefront.md", root), "utf8"));
  const program = programOf(samples);
  expect(compileErrors(program)).toEqual([]);
  const { siteId } = await server.import(await readFile(new URL("demo/fjord-and-form.yaml", root), "utf8"));
  const { token } = await previews(server, { id: siteId, slug: "fjord-and-form", key: "" }).issue("home");
  const output = outputOf(program.replaceAll("http://localhost:3000", server.url).replaceAll(/pv_\w{32}/g, token));
  await payWhatIsOpen(output);
  const promised = promisedBy(samples);
  expect(promised.length).toBeGreaterThan(15);
  expect(await output).toEqual(promised);
}, 90_000);

test("a program changes a site, as its guide says", async () => {
  const guide = await readFile(new URL("docs/build/for-programs.md", root), "utf8");
  const [shell, samples] = [samplesOf(guide, "sh"), samplesOf(guide)];
  const { siteId } = await server.import(await readFile(new URL("demo/fjord-and-form.yaml", root), "utf8"));
  const ada = await addMember(server, { id: siteId }, "OWNER", { email: "ada@example.com", name: "Ada" });
  expect(await shellOutputOf(shell.join("").replaceAll("http://localhost:3000", server.url))).toEqual(promisedByShell(shell));
  const access = await addToken(server, ada.id, { role: "ADMIN", name: "Nightly program" });
  const program = programOf(samples);
  expect(compileErrors(program)).toEqual([]);
  const output = await outputOf(program.replaceAll("http://localhost:3000", server.url).replaceAll(/vt_\w{38}/g, access.token));
  expect(output).toEqual([...samples.join("").matchAll(/^.*\/\/ (.*)$/gm)].map(([, said]) => said));
});

test("the shop's people send and refund an order, write mails, and edit categories and plans, as their guide says", async () => {
  const guide = await readFile(new URL("docs/use/shop.md", root), "utf8");
  const [shell, samples] = [samplesOf(guide, "sh"), samplesOf(guide)];
  const { siteId } = await server.import(await readFile(new URL("demo/fjord-and-form.yaml", root), "utf8"));
  const site = { id: siteId, slug: "fjord-and-form", key: "pk_FjordAndFormDemoKey0000000000000" };
  const ada = await addMember(server, { id: siteId }, "OWNER", { email: "ada@example.com", name: "Ada" });
  const { checkoutUrl = "" } = dataOf(await checkoutClient(server, site).session({ "FJELL-OAK-WOOD": 1 }));
  await server.sandbox.pay(checkoutUrl);
  await server.sandbox.settled();
  expect(await shellOutputOf(shell.join("").replaceAll("http://localhost:3000", server.url))).toEqual(promisedByShell(shell));
  const access = await addToken(server, ada.id, { role: "ADMIN" });
  const program = programOf(samples);
  expect(compileErrors(program)).toEqual([]);
  const output = await outputOf(program.replaceAll("http://localhost:3000", server.url).replaceAll(/vt_\w{38}/g, access.token));
  expect(output).toEqual(promisedBy(samples));
});

test("forms are read and submitted, with files and with mistakes, as their guide says", async () => {
  const guide = await readFile(new URL("docs/use/forms.md", root), "utf8");
  const { siteId } = await server.import(await readFile(new URL("demo/fjord-and-form.yaml", root), "utf8"));
  const own = asAdmin(server, await addMember(server, { id: siteId }, "OWNER"));
  const [schema = ""] = samplesOf(guide, "yaml").filter((sample) => sample.includes("vitrine:upload"));
  const form = { slug: "apply", name: "Apply", ...(parse(schema) as object), submitLabel: "Send", successMessage: "Thank you." };
  expect((await own.post("/sites/fjord-and-form/forms", form)).status).toBe(201);

  // Each request, and the response below it.
  const exchanges = [...guide.matchAll(/^```sh\n(curl [^]*?)^```\n(?:(?:(?!^```)[^])*^```json\n([^]*?)^```$)?/gm)];
  expect(exchanges.map(([, , response]) => response !== undefined)).toEqual([true, false, true, false, true]);
  const cv = `printf '%s' '${Buffer.from(pdfOf(1)).toString("base64")}' | base64 -d > cv.pdf\n`;
  for (const [, request = "", response = "{}"] of exchanges) {
    const text = (await shellOutputOf(cv + request.replaceAll("http://localhost:3000", server.url).replace("curl", "curl -sS"))).join("\n");
    const { requestId: _, ...promised } = JSON.parse(response) as Record<string, unknown>;
    expect(JSON.parse(text), request).toMatchObject(promised);
    expect(text, request).not.toContain('"status":5');
  }
  const { data } = (await own.get("/sites/fjord-and-form/forms/apply/submissions")).json as { data: { data: object }[] };
  expect(data).toMatchObject([{ data: { name: "Ada", cv: { name: "cv.pdf", type: "application/pdf" } } }]);
});

test("the model of the recipe site is imported, evolves, and responds as its guide says", async () => {
  const guide = await readFile(new URL("docs/build/modelling.md", root), "utf8");
  // A bundle is all that stands between one `bundle: 1` and the next.
  const [model = "", ...changes] = samplesOf(guide, "yaml")
    .join("")
    .split(/^(?=bundle: 1$)/m);
  const { siteId } = await server.import(model);
  const report = await server.import(`${model.split(/^contentTypes:/m)[0]}  - { name: test, key: ${testKey} }\n`);
  expect(report.siteId).toBe(siteId);

  const read = async (path: string) => (await server.ask(`${cms}/pages/${path}`, { key: testKey })).json as { data: Page };
  const start = (await read("start?locale=de")).data;
  const [promised] = samplesOf(guide, "json").map((sample) => JSON.parse(sample) as object);
  expect(start.composition[1]).toMatchObject(promised ?? {});
  expect(start.composition[0]?.props.notice).toBe("Was bis Donnerstagmittag bestellt ist, geht am Freitag hinaus.");
  const kit = (await read("produkte%2Fansatz-set?locale=de")).data;
  expect(kit.composition[0]?.props).toMatchObject({ title: "Ansatz-Set", price: 2400, currency: "eur", variants: [{}, {}] });
  expect((await read("products/starter-kit?locale=de")).data.locale).toBe("de");

  // Each request of the guide, and the response below it.
  const answers = [...guide.matchAll(/^```http\nGET (.*)\n```\n+```json\n([^]*?)^```$/gm)];
  expect(answers).toHaveLength(3);
  for (const [, path = "", answer = ""] of answers) {
    expect((await server.ask(`${cms}${path}`, { key: testKey })).json, path).toMatchObject(JSON.parse(answer) as object);
  }

  const [optional = "", required = ""] = changes;
  const [schemaAlone = "", filledIn = ""] = required.split(/^(?=entries:)/m);
  expect(changes).toHaveLength(2);
  await server.import(optional);
  await expect(server.import(schemaAlone + filledIn.replaceAll(/, until: "[^"]*"/g, ""))).rejects.toMatchObject({
    errors: [{ path: "/entries/0/data/until" }, { path: "/entries/1/data/until" }],
  });
  await server.import(required);
  expect((await read("home")).data.composition[0]?.props.notice).toBe("Orders by Thursday noon leave on Friday.");
});

const testKey = `pk_${"WildYeast".padEnd(32, "0")}`;

interface Page {
  locale: string;
  composition: { props: Record<string, unknown> }[];
}
