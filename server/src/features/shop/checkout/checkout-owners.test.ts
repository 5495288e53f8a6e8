import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCheckoutShop } from "../../../../../test/kit/checkout-shop.ts";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { password, storefront } from "../../../../../test/kit/shopper.ts";
import { dataOf, checkoutClient } from "../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const newShop = (products?: object[], site?: object) => addCheckoutShop(server, products, site);

describe("an order's owner", () => {
  const buyer = async (site: TestSite, email: string) => {
    const id = await storefront(server, site).register(email);
    const token = (await storefront(server, site).logIn(email, password)) ?? "";
    return { id, headers: { authorization: `Bearer ${token}` } };
  };

  test("is the customer of the token, whose account shows the items as they were bought", async () => {
    const site = await newShop();
    const ada = await buyer(site, "ada@example.com");
    const eve = await buyer(site, "eve@example.com");
    const { session, variantId } = checkoutClient(server, site);
    const { orderId = "", checkoutUrl = "" } = dataOf(
      await session({ CHAIR: 2 }, { customerId: ada.id, notes: "Ring twice" }, ada.headers),
    );
    const askOrders = async (path: string, headers: object) => server.ask(`${shop}/account/orders${path}`, { headers: { ...headers } });
    const listed = await askOrders("", ada.headers);
    expect(listed.json).toMatchObject({ page: 1, pageSize: 20, total: 1, data: [{ id: orderId }] });
    expect(listed.headers.get("link")).toContain('rel="first"');
    const [product] = await server.deps.sql<{ id: string }>`select id from products where site_id = ${site.id} and slug = 'chair'`;
    expect((await askOrders(`/${orderId}`, ada.headers)).json).toEqual({
      data: {
        id: orderId,
        number: 1_001,
        status: "PENDING",
        paymentStatus: "PENDING",
        currency: "eur",
        subtotal: 84_000,
        discount: 0,
        discounts: [],
        tax: 0,
        taxIncluded: false,
        taxes: [],
        shipping: 0,
        shippingOption: null,
        total: 84_000,
        giftCards: [],
        toPay: 84_000,
        notes: "Ring twice",
        shippingAddress: null,
        billingAddress: null,
        metadata: {},
        lines: [
          {
            variantId: await variantId("CHAIR"),
            productId: product?.id,
            title: "Product CHAIR",
            sku: "CHAIR",
            quantity: 2,
            unitPrice: 42_000,
            total: 84_000,
            discount: 0,
            tax: 0,
          },
        ],
        createdAt: server.clock.now().toISOString(),
        updatedAt: server.clock.now().toISOString(),
      },
    });
    // Told to the processor, which need not ask.
    expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ customer_email: "ada@example.com" });

    expect((await askOrders("", eve.headers)).json).toMatchObject({ total: 0, data: [] });
    expect(await askOrders(`/${orderId}`, eve.headers)).toMatchObject({ status: 404, json: { code: "order_not_found" } });
    expect(await server.ask(`${shop}/checkout/order/${orderId}`, { headers: eve.headers })).toMatchObject({ status: 404 });
    expect(await server.ask(`${shop}/checkout/order/${orderId}`, { headers: ada.headers })).toMatchObject({ status: 200 });
    expect(await session({ CHAIR: 1 }, { customerId: ada.id }, eve.headers)).toMatchObject({
      status: 403,
      json: { code: "customer_mismatch" },
    });
    expect((await askOrders(`/${orderId}x`, ada.headers)).status).toBe(404);
  });

  test("is nobody without a token: a customer's id or address is only a hint", async () => {
    const site = await newShop();
    const ada = await buyer(site, "ada@example.com");
    const { session } = checkoutClient(server, site);
    const { checkoutUrl = "" } = dataOf(await session({ CHAIR: 1 }, { customerId: ada.id }));
    dataOf(await session({ CHAIR: 1 }, { customerEmail: "ada@example.com" }));
    expect((await server.ask(`${shop}/account/orders`, { headers: ada.headers })).json).toMatchObject({ total: 0 });
    expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ customer_email: null });
    const [order] = await server.deps.sql<{ claimed: string | null; customer: string | null }>`
      select claimed_customer_id as claimed, customer_id as customer from orders where site_id = ${site.id} and number = 1001`;
    expect(order).toEqual({ claimed: ada.id, customer: null });
  });

  test("is not guessed from an invalid token, or one of another site: the checkout is refused", async () => {
    const site = await newShop();
    const other = await newShop();
    const { headers } = await buyer(other, "ada@example.com");
    const { session } = checkoutClient(server, site);
    for (const authorization of [headers.authorization, "Bearer nonsense", "Basic YTpi"]) {
      expect(await session({ LAMP: 1 }, {}, { authorization })).toMatchObject({ status: 401, json: { code: "token_invalid" } });
    }
    expect(
      await server.ask(`${shop}/checkout/session`, {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json", ...headers },
      }),
    ).toMatchObject({
      status: 401,
      json: { code: "api_key_missing" },
    });
  });

  test("belongs to one site, and no other site sees the order", async () => {
    const [site, other] = [await newShop(), await newShop()];
    const { orderId = "" } = dataOf(await checkoutClient(server, site).session({ LAMP: 1 }));
    const [theirs, nobodys] = [orderId, "ffffffff-ffff-4fff-bfff-ffffffffffff"].map((id) =>
      server.ask(`${shop}/checkout/order/${id}`, { key: other.key }),
    );
    const text = async (answer: typeof theirs) => (await answer)?.text.replace(/"requestId":"[^"]+"/, "");
    expect(await text(theirs)).toBe(await text(nobodys));
    expect((await theirs)?.status).toBe(404);
    expect(
      await checkoutClient(server, other).post(`${shop}/checkout/payment-intent`, {
        items: [{ variantId: await checkoutClient(server, site).variantId("LAMP"), quantity: 1 }],
      }),
    ).toMatchObject({
      status: 400,
      json: { code: "variant_unavailable" },
    });
  });
});
