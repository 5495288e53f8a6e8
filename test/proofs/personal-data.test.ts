import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { addShop, canariesOf, dump, erase, exportOf, orderPath, payAll, plant, runCommand, tablesWith } from "../kit/erasing.ts";
import { submitter } from "../kit/form-site.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { insertWebhook } from "../kit/webhooks.ts";
import { storefront } from "../kit/shopper.ts";
import { dataOf, checkoutClient } from "../kit/checkout-client.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database, takesPayments: true });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

let marks = 1_000;
const someone = () => canariesOf(String((marks += 1)));
/** Every column that can hold words or bytes, by its content about visitors and buyers. */
const columns: Record<"personal" | "not personal" | "of those who run a site", string[]> = {
  personal: [
    // Of a change to a customer: eraseTarget takes them out.
    ...["audit_entries.changes", "audit_entries.target_label"],
    ...[
      "customers.email",
      "customers.first_name",
      "customers.last_name",
      "customers.password_hash",
      "customers.phone",
      "customers.note",
      "customers.new_email",
    ],
    "customer_addresses.address",
    ...["customer_tokens.purpose", "customer_tokens.token_hash", "customer_tokens.new_email"],
    ...["form_submissions.client", "form_submissions.data", "form_submission_files.name"],
    ...["idempotent_requests.answer", "idempotent_requests.body_hash"],
    ...["orders.email", "orders.notes", "orders.billing_address", "orders.shipping_address", "orders.metadata"],
    ...["order_events.details", "refunds.reason"],
    "outbox.payload",
    ...["payments.description", "payments.metadata", "payments.request"],
    ...["webhook_deliveries.attempts", "webhook_events.personal"],
  ],
  "not personal": [
    ...["block_types", "content_types"].flatMap((table) => [
      `${table}.declared_references`,
      `${table}.schema`,
      `${table}.title`,
      `${table}.ui_schema`,
    ]),
    ...[
      "block_types.category",
      "block_types.defaults",
      "block_types.description",
      "block_types.icon",
      "block_types.slots",
      "block_types.type",
    ],
    ...["categories.description", "categories.image", "categories.slug", "categories.sort_title", "categories.status", "categories.title"],
    ...["content_references.kind", "content_references.path", "content_types.slug", "documents.content_type", "documents.name"],
    ...[
      "documents.name_before",
      "documents.slug",
      "documents.title",
      "former_catalog_slugs.kind",
      "former_catalog_slugs.locale",
      "former_catalog_slugs.slug",
      "former_slugs.content_type",
      "former_slugs.locale",
      "former_slugs.slug",
    ],
    ...["schedules.failure", "schedules.fault", "translations.draft_slug", "versions.kind", "versions.slug", "versions.title"],
    ...[
      "release_changes.kind",
      "release_changes.patch",
      "release_changes.seen_variants",
      "release_items.action",
      "releases.failure",
      "releases.fault",
      "releases.name",
      "releases.state",
    ],
    ...["asset_addresses.hash", "asset_addresses.name", "assets.alt", "assets.folder", "assets.hash", "assets.name", "assets.search"],
    ...["assets.tags", "assets.title", "asset_files.content_type", "asset_files.dominant_color", "asset_files.extension"],
    ...[
      "asset_files.placeholder",
      "asset_files.sha256",
      "asset_variants.object_key",
      "asset_variants.sha256",
      "asset_uploads.words",
      "asset_uploads.cut",
    ],
    ...["content_types.next_query_plan", "content_types.query_plan"],
    ...["published_rows.locale", "published_rows.slug", "published_words.locale"],
    ...["published_at", "first_published_at", "created_at", "updated_at"].map((name) => `published_rows.${name}`),
    ...Array.from({ length: 50 }, (_, place) => `published_rows.s${place + 1}`),
    ...Array.from({ length: 12 }, (_, place) => `published_rows.a${place + 1}`),
    ...["forms.name", "forms.schema", "forms.slug", "forms.submit_label", "forms.success_message", "forms.ui_schema"],
    ...["imported_items.name", "imported_items.section", "imported_items.state"],
    ...["migrations.checksum", "migrations.name"],
    ...[
      "order_lines.sku",
      "order_lines.title",
      "orders.currency",
      "orders.shipping_option",
      "orders.discounts",
      "orders.gift_cards",
      "orders.taxes",
      "orders.fulfilment",
      "orders.payment_status",
      "orders.status",
      "order_events.kind",
      "outbox.kind",
      "outbox.lane",
      "outbox.last_error",
    ],
    // The processor's id of a payment leads to a name there, and nowhere else: docs/run/personal-data.md.
    ...["payments.currency", "payments.processor_intent_id", "payments.processor_session_id", "payments.status"],
    ...["processor_events.event_id", "processor_events.type", "refunds.lines", "refunds.request_key", "refunds.status"],
    ...[
      "gift_card_keys.key",
      "gift_cards.code_hash",
      "gift_cards.currency",
      "gift_cards.last4",
      "gift_cards.sealed_code",
      "gift_card_changes.kind",
    ],
    ...["discounts.items", "discounts.name", "discounts.rule", "discount_codes.code", "discount_codes.key"],
    ...["plans.currency", "plans.description", "plans.features", "plans.interval", "plans.name", "plans.slug", "plans.status"],
    ...["products.attributes", "products.currency", "products.description", "products.images", "products.options", "products.slug"],
    ...["products.sort_title", "products.status", "products.tax_class", "products.title", "search_words.vocabulary", "search_words.word"],
    ...["catalog_translations.kind", "catalog_translations.locale", "catalog_translations.slug", "catalog_translations.sort_title"],
    ...["catalog_translations.words", "categories.seo", "orders.locale", "plans.seo", "products.seo"],
    ...[
      "site_changes.part",
      "site_changes.tags",
      "site_events.kind",
      "site_events.locale",
      "site_events.target_id",
      "site_events.target_type",
    ],
    ...["translations.content_type", "translations.draft", "translations.draft_title", "translations.locale", "translations.slug"],
    "translations.title",
    ...["stock_movements.kind", "stock_movements.reason"],
    ...["webhook_deliveries.event", "webhook_deliveries.state", "webhook_events.data", "webhook_events.subject", "webhook_events.type"],
    ...["currency_prices.currency", "variant_prices.currency", "variants.options", "variants.sku", "variants.title", "versions.content"],
  ],
  "of those who run a site": [
    ...["action", "actor_kind", "target_id", "target_type", "token_name"].flatMap((column) => [
      ...[`audit_entries.${column}`, `account_audit_entries.${column}`],
    ]),
    ...["account_audit_entries.changes", "account_audit_entries.target_label"],
    ...["gift_cards.note", "gift_card_changes.reason"],
    ...["admin_links.new_email", "admin_links.purpose", "admin_links.token_hash"],
    ...["admin_sessions.ended_reason", "admin_sessions.label", "admin_sessions.state", "admin_sessions.token_hash"],
    ...["admin_tokens.last_four", "admin_tokens.name", "admin_tokens.role", "admin_tokens.token_hash"],
    ...["admins.locale", "admins.name", "admins.totp_secret", "known_browsers.browser_hash", "operator_entries.reason"],
    ...["invitations.email", "invitations.role", "invitations.token_hash", "recovery_codes.code_hash"],
    ...["passkey_challenges.challenge", "passkey_challenges.purpose"],
    ...["passkeys.credential_id", "passkeys.name", "passkeys.public_key", "passkeys.transports"],
    ...["admins.email", "admins.password_hash", "api_keys.key_hash", "api_keys.last_four", "api_keys.name", "members.role"],
    // What people say to each other about a draft, and where.
    ...["comments.text", "comment_threads.block_id", "comment_threads.path", "comment_threads.resolved_because"],
    ...["review_requests.note", "review_requests.answer", "review_requests.state"],
    // What staff search by. A view with the address of an erased person goes.
    ...["saved_views.list", "saved_views.name", "saved_views.query"],
    // What staff note about a count.
    "stock_movements.note",
    ...["plugins.config", "plugins.plugin", "plugins.secrets", "previews.last_four", "previews.token_hash"],
    ...["signup_challenges.code_hash", "signup_challenges.email", "signup_challenges.password_hash"],
    ...["signup_challenges.site_name", "signup_challenges.site_slug"],
    ...["sites.allowed_origins", "sites.currency", "sites.default_locale", "sites.locales", "sites.name", "sites.settings"],
    ...["sites.slug", "sites.storefront_url", "site_hosts.host", "cache_purges.tags"],
    ...[
      "webhooks.description",
      "webhooks.disabled_because",
      "webhooks.events",
      "webhooks.former_secret",
      "webhooks.secret",
      "webhooks.url",
    ],
  ],
};

test("every column that can hold personal data is classified", async () => {
  const rows = await server.deps.sql<{ name: string }>`
    select tables.relname || '.' || attname as name
    from pg_attribute
    join pg_class as tables on tables.oid = attrelid
    join pg_type as types on types.oid = atttypid
    where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r' and attnum > 0 and not attisdropped
      and typname in ('text', '_text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', 'bytea', 'xml', 'inet', 'cidr', 'hstore')`;
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.values(columns).flat().sort());
});

describe("an erased person", { timeout: 180_000 }, () => {
  test("is in no row of any table, and another site's customer of the same address is unchanged, to the byte", async () => {
    const canaries = someone();
    const [site, other] = [await addShop(server), await addShop(server)];
    for (const one of [site, other]) await insertWebhook(server, one, { includePersonal: true });
    await payAll(server, await plant(server, other, canaries));
    const planted = await plant(server, site, canaries);
    await payAll(server, planted);
    const ofOther = async () => (await dump(server.deps.sql)).filter(({ row }) => row.includes(other.id));
    const before = await ofOther();
    const all = (await dump(server.deps.sql)).length;
    // The search finds the data: in each table that can contain personal data.
    expect(await tablesWith(server.deps.sql, canaries)).toEqual([
      "customers",
      "form_submission_files",
      "form_submissions",
      "orders",
      "outbox",
      "payments",
      "webhook_events",
    ]);

    const { output, text } = await erase(server, site, canaries.email.toUpperCase());
    expect(output).toMatchObject({ erased: true, account: true, orders: [1_001, 1_002, 1_003], payments: 1, submissions: 2 });
    expect(output.mails).toBeGreaterThanOrEqual(5);
    expect(text).toContain("the account, with its password and its links");

    expect(await ofOther()).toEqual(before);
    const rest = (await dump(server.deps.sql)).filter(({ row }) => !row.includes(other.id));
    const heldRows = Object.values(canaries).flatMap((canary) =>
      rest.filter(({ row }) => row.toLowerCase().includes(canary.toLowerCase())),
    );
    expect(heldRows).toEqual([]);
    // Whoever was told of the account is told that it is gone.
    const withId = rest.filter(({ row }) => row.includes(planted.id));
    expect(withId).toEqual([{ table: "webhook_events", row: expect.stringContaining('"type": "customer.erased"') }]);
    expect((await dump(server.deps.sql)).length).toBeLessThan(all);

    // The books stay; the way in is closed, at once.
    expect((await server.ask(orderPath(planted.orders[0] ?? ""), { key: site.key })).json).toMatchObject({
      data: { status: "PAID", paymentStatus: "SUCCEEDED" },
    });
    expect(await storefront(server, site).account(planted.token)).toMatchObject({ status: 401, json: { code: "token_invalid" } });
    server.mails.length = 0;
    await server.runTasks();
    expect(server.mails.filter(({ text: mail }) => mail.includes(site.slug))).toEqual([]);

    // A repetition changes nothing, and says so.
    const after = await dump(server.deps.sql);
    expect((await erase(server, site, canaries.email)).text).toBe("Nothing is held about this person.");
    expect((await erase(server, site, planted.id)).text).toBe("Nothing is held about this person.");
    expect(await dump(server.deps.sql)).toEqual(after);
    // A person who comes back is new.
    expect(await storefront(server, site).logIn(canaries.email)).toBeUndefined();
    await storefront(server, site).register(canaries.email);
    expect((await exportOf(server, site, canaries.email)).orders).toEqual([]);
  });

  test("does not come back with later events of the processor", async () => {
    const canaries = someone();
    const site = await addShop(server);
    const planted = await plant(server, site, canaries);
    await payAll(server, planted);
    await erase(server, site, canaries.email);
    server.clock.advance(2_000);
    for (const number of [1_001, 1_002, 1_003]) await runCommand(server, "order refund", { slug: site.slug, number, amount: 100 });
    await server.sandbox.settled();
    const order = await runCommand<{ status: string; email: string | null }>(server, "order show", { slug: site.slug, number: 1_001 });
    expect(order.output).toMatchObject({ status: "PARTIALLY_REFUNDED", email: null });
    expect(await tablesWith(server.deps.sql, canaries, [planted.id])).toEqual([]);
  });

  test("stays until nothing is open, and loses nothing until then", async () => {
    const canaries = someone();
    const site = await addShop(server);
    const planted = await plant(server, site, canaries);
    const before = await dump(server.deps.sql);
    await expect(erase(server, site, canaries.email)).rejects.toThrow(
      /^Nothing was erased: orders 1001, 1002, 1003 and payment .* may still be paid/,
    );
    await expect(erase(server, site, planted.id, { yes: false })).rejects.toThrow("order 1001 may still be paid");
    expect(await dump(server.deps.sql)).toEqual(before);
    await payAll(server, planted);
    const paid = await dump(server.deps.sql);
    const { output, text } = await erase(server, site, canaries.email, { yes: false });
    expect(output).toMatchObject({ erased: false, account: true, orders: [1_001, 1_002, 1_003], toBeSent: [1_001, 1_002, 1_003] });
    expect(text).toMatch(/^This would be erased:[^]*Fulfil first[^]*Say --yes to erase it\. It cannot be brought back\.$/);
    expect(await dump(server.deps.sql)).toEqual(paid);
    // An order that was sent, and refunded in part, is not to be sent again.
    await runCommand(server, "order fulfil", { slug: site.slug, number: 1_002 });
    await runCommand(server, "order refund", { slug: site.slug, number: 1_002, amount: 100 });
    await server.sandbox.settled();
    expect((await erase(server, site, canaries.email, { yes: false })).output).toMatchObject({ toBeSent: [1_001, 1_003] });
  });

  test("takes no data of others along: their orders, and texts that mention the address", async () => {
    const [ada, bob] = [someone(), someone()];
    const site = await addShop(server);
    const planted = await plant(server, site, ada);
    await payAll(server, planted);
    const bobs = await plant(server, site, bob);
    await payAll(server, bobs);
    // Bob had his confirmation sent to Ada, and wrote about her.
    const gift = dataOf(
      await checkoutClient(server, site).session(
        { CHAIR: 1 },
        { customerEmail: ada.email, notes: "for Ada" },
        { authorization: `Bearer ${bobs.token}` },
      ),
    );
    await server.sandbox.pay(gift.checkoutUrl ?? "");
    await server.sandbox.settled();
    await submitter(server, site)({ name: "Bob", email: bob.email, message: `Ask ${ada.email}, she knows.` });
    expect((await exportOf(server, site, ada.email)).submissions).toHaveLength(2);
    const { output, text } = await erase(server, site, ada.email);
    expect(output).toMatchObject({ ordersOfOthers: [1_007], submissions: 2, mentioning: [{ form: "contact" }] });
    expect(text).toContain("have the address among other words");
    const left = await exportOf(server, site, bob.email);
    expect(left.orders.map(({ number, email }) => [number, email])).toEqual([
      ...[1_004, 1_005, 1_006].map((number) => [number, bob.email]),
      [1_007, null],
    ]);
    expect([left.orders.at(-1)?.notes, left.submissions.length]).toEqual(["for Ada", 3]);
    expect(await tablesWith(server.deps.sql, ada, [planted.id])).toEqual(["form_submissions"]);
  });

  test("by id loses the account alone: orders placed as a guest with the address stay", async () => {
    const canaries = someone();
    const site = await addShop(server);
    const planted = await plant(server, site, canaries);
    await payAll(server, planted);
    expect((await erase(server, site, planted.id)).output).toMatchObject({ account: true, orders: [1_001], payments: 0, submissions: 0 });
    expect((await exportOf(server, site, canaries.email)).orders.map(({ number }) => number)).toEqual([1_002, 1_003]);
    expect((await dump(server.deps.sql)).filter(({ row }) => row.includes(planted.id))).toEqual([]);
  });
});

describe("the export of a person's data", () => {
  test("is one document with all of it, and no secret", async () => {
    const canaries = someone();
    const site = await addShop(server);
    const planted = await plant(server, site, canaries);
    await payAll(server, planted);
    const data = await exportOf(server, site, ` ${canaries.email.toUpperCase()} `);
    expect(data).toMatchObject({
      personalData: 1,
      askedBy: "email",
      email: canaries.email,
      site: { slug: site.slug, name: "A shop" },
      account: { id: planted.id, email: canaries.email, firstName: canaries.first, lastName: canaries.last, phone: canaries.phone },
      orders: [
        {
          number: 1_001,
          orderedAs: "customer",
          status: "PAID",
          lines: [{ sku: "CHAIR" }],
          payment: { status: "SUCCEEDED", amount: 4_200 },
        },
        { number: 1_002, orderedAs: "guest", email: canaries.email },
        { number: 1_003, orderedAs: "guest", notes: expect.stringContaining(canaries.address) as string },
      ],
      payments: [{ id: planted.payment, metadata: { address: canaries.address } }],
      submissions: [{ form: "contact", data: { message: expect.stringContaining(canaries.address) as string } }, { isSpam: true }],
    });
    expect(data.waitingMails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["verify-email", "reset-password"]) as string[]);
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/argon2|secret|hash|client_secret|https?:/i);
    for (const handover of planted.handovers) expect(text).not.toContain(handover);
    const shownCustomer = await runCommand(server, "customer show", { slug: site.slug, person: planted.id });
    expect(shownCustomer.text).toMatch(new RegExp(`phone: \\${canaries.phone}[^]*1001 +customer +PAID[^]*Ask by the address`));
    const foundCustomers = await runCommand<{ id: string }[]>(server, "customer list", {
      slug: site.slug,
      query: canaries.last.toUpperCase(),
      limit: 5,
    });
    expect(foundCustomers.output.map(({ id }) => id)).toEqual([planted.id]);
    await expect(exportOf(server, site, "nobody@example.com")).rejects.toThrow("holds nothing about this person");
    await expect(exportOf(server, site, "Ada")).rejects.toThrow("Name a customer by an e-mail address");
  });
});
