/** The promises of the types. `npm run types` is the test; running it shows that nothing in it is only a type. */
import { expectTypeOf, test } from "vitest";
import { clientOf, problem } from "../test/fake-server.ts";
import { attempt, isVitrineError, type Entry, type ErrorCode, type List, type Page, type Product, type VitrineError } from "./index.ts";

const { client } = clientOf({ retries: 0 }, problem(409, "out_of_stock", { items: [], retryAfter: 1 }));
const quiet = (call: Promise<unknown>) => void call.catch(() => undefined);

test("responses have the types of the description", () => {
  expectTypeOf(client.content.getPage).returns.resolves.toEqualTypeOf<Page>();
  expectTypeOf(client.catalog.listProducts).returns.resolves.toEqualTypeOf<List<Product>>();
  expectTypeOf(client.catalog.listProducts.all()).toEqualTypeOf<AsyncGenerator<Product, void, undefined>>();
  expectTypeOf(client.forms.submitForm).returns.resolves.toEqualTypeOf<{ ok: true; successMessage: string }>();
});

test("the data of an entry has the caller's type, and is unknown by default", () => {
  interface Post {
    title: string;
  }
  const typed = client.content.getEntry<Post>({ contentTypeSlug: "blog-post", slug: "hello" });
  quiet(typed);
  expectTypeOf(typed).resolves.toEqualTypeOf<Entry<Post>>();
  expectTypeOf(client.content.listEntries.all<Post>({ contentTypeSlug: "blog-post" })).toExtend<AsyncIterable<Entry<Post>>>();
  const open = client.content.getBlogPost({ slug: "hello" });
  quiet(open);
  expectTypeOf(open).resolves.toHaveProperty("data").toEqualTypeOf<Record<string, unknown>>();
});

test("a mistake in a call does not compile", () => {
  // @ts-expect-error The slug is missing.
  quiet(client.content.getPage({}));
  // @ts-expect-error There is no such parameter.
  quiet(client.content.listPages({ language: "de" }));
  // @ts-expect-error A price is a number of minor units.
  quiet(client.catalog.listProducts({ minPrice: "10.00" }));
  // @ts-expect-error No such status is public.
  quiet(client.catalog.listProducts({ status: "SOLD" }));
  // @ts-expect-error Plans come whole.
  void client.catalog.listPlans.all;
  // @ts-expect-error Only operations that order or pay take a key.
  quiet(client.content.listPages({}, { idempotencyKey: "k" }));
  // @ts-expect-error There is no such operation.
  void client.content.getPages;
  // @ts-expect-error The groups are read-only.
  client.catalog = client.catalog;
});

test("an optional value can be passed on unchanged", () => {
  const locale = undefined as string | undefined;
  quiet(client.content.getPage({ slug: "home", locale }, { signal: undefined }));
  quiet(client.catalog.listPlans());
  quiet(client.account.updateAccount({ phone: null }));
});

test("an error is narrowed by its code, to the members that it has then", () => {
  const error = new Error() as unknown;
  if (isVitrineError(error)) {
    expectTypeOf(error).toEqualTypeOf<VitrineError>();
    expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
    switch (error.code) {
      case "out_of_stock":
        expectTypeOf(error.items).toEqualTypeOf<{ variantId: string; available: number }[]>();
        break;
      case "locale_unsupported":
        expectTypeOf(error.supportedLocales).toEqualTypeOf<string[]>();
        break;
      case "resend_cooldown":
        expectTypeOf(error.resendAvailableAt).toBeString();
        expectTypeOf(error.retryAfter).toBeNumber();
        break;
      case "unavailable":
        expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
        break;
      case "timeout":
        // @ts-expect-error Without a response the stock is unknown.
        void error.items;
        break;
      default:
    }
  }
  if (isVitrineError(error, "code_invalid", "rate_limited")) {
    expectTypeOf(error.code).toEqualTypeOf<"code_invalid" | "rate_limited">();
    if (error.code === "code_invalid") expectTypeOf(error.attemptsRemaining).toBeNumber();
  }
  // @ts-expect-error There is no such code.
  isVitrineError(error, "sold_out");
});

test("the possible errors of each call are known", async () => {
  const { data, error } = await attempt(client.checkout.createCheckoutPaymentIntent({ items: [] }));
  if (error) {
    expectTypeOf(data).toEqualTypeOf<undefined>();
    if (error.code === "out_of_stock") expectTypeOf(error.items).toBeArray();
    // @ts-expect-error Nobody registers here.
    void (error.code === "email_taken");
  } else {
    expectTypeOf(data.clientSecret).toEqualTypeOf<string | null>();
  }
  const page = await attempt(client.content.getPage({ slug: "home" }));
  // @ts-expect-error Nothing is sold here.
  void (page.error?.code === "out_of_stock");
  void (page.error?.code === "page_not_found" || page.error?.code === "network_error" || page.error?.code === "route_not_found");
});
