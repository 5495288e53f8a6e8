import openapi from "../../openapi.json" with { type: "json" };
import { previewToken } from "./planted-site.ts";

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}
export const operations = Object.entries(openapi.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

/** The site that these requests are for, and the password of its customers. */
export const slug = "forged";
export const password = "correct horse battery";

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
const uuid = "00000000-0000-4000-8000-000000000000";
const urls = { successUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" };
const names = { firstName: "Ana", lastName: "Berg", phone: "+47 1" };

/** A valid request of each operation, for a change of one field. */
export function bodies(variantId: string): Record<string, Json> {
  const order = {
    customerId: uuid,
    customerEmail: "ana@customer.example",
    items: [{ variantId, quantity: 1 }],
    tax: 0,
    shipping: 0,
    notes: "Ring twice",
  };
  const payment = { amount: 500, currency: "eur", description: "A chair", metadata: { cart: "one" } };
  return {
    startSignup: { siteName: "New", siteSlug: "new-§", email: "owner-§@new.example", password },
    resendCode: { verificationId: uuid },
    verifySignup: { verificationId: uuid, code: "123456" },
    submitForm: { data: { name: "Ana", email: "ana@customer.example", topic: "order", message: "Hello" } },
    createPaymentIntent: payment,
    createPaymentCheckoutSession: { ...payment, productName: "A chair", ...urls },
    registerCustomer: { email: "new-§@customer.example", password, ...names, verifyUrlBase: "https://shop.example/verify" },
    verifyEmail: { token: "x".repeat(43) },
    requestEmailVerification: { verifyUrlBase: "https://shop.example/verify", email: "ana@customer.example" },
    logIn: { email: "ana@customer.example", password },
    requestPasswordReset: { email: "ana@customer.example", resetUrlBase: "https://shop.example/reset" },
    resetPassword: { token: "x".repeat(43), password },
    updateAccount: names,
    changePassword: { currentPassword: "another one", newPassword: password },
    createCheckoutSession: { ...order, ...urls },
    createCheckoutPaymentIntent: order,
    receiveProcessorEvent: {
      id: "evt_1",
      type: "checkout.session.completed",
      created: 1,
      data: { object: { id: "cs_1", url: "https://x.example/" } },
    },
  };
}
const paths: Record<string, string> = { slug: "home", contentTypeSlug: "blog-post", id: uuid, siteSlug: slug, token: previewToken(0) };
/** Slugs of operations other than pages. */
const slugs: Record<string, string> = {
  getForm: "contact",
  submitForm: "contact",
  getEntry: "first",
  getBlogPost: "first",
  getProductBySlug: "fjell-chair",
  getCategoryBySlug: "chairs",
};
/** An operation's address, with other texts for some of its parameters. */
export const addressOf = ({ path, operationId }: { path: string; operationId: string }, changed: Record<string, string> = {}) =>
  path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => changed[name] ?? (name === "slug" ? slugs[operationId] : undefined) ?? paths[name] ?? "x",
  );

/** Headers that proxies and browsers add, and that a server may act on. */
export const harmless = [
  ...["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-forwarded-prefix", "x-real-ip", "x-client-ip", "true-client-ip"],
  ...["x-original-url", "x-rewrite-url", "x-original-host", "x-host", "x-wap-profile", "x-callback-url", "forwarded", "via", "referer"],
  ...[
    "user-agent",
    "cookie",
    "accept-language",
    "tracestate",
    "traceparent",
    "baggage",
    "from",
    "link",
    "destination",
    "x-http-method-override",
  ],
];
/** Headers that decide the answer, so that each is forged alone. */
export const decisive = [
  "host",
  "origin",
  "x-forwarded-for",
  "authorization",
  "x-api-key",
  "content-type",
  "idempotency-key",
  "if-none-match",
  "accept",
];

/** Each text within a value, with a way to change it. */
export function texts(value: Json, put: (changed: Json) => Json = (changed) => changed): ((text: string) => Json)[] {
  if (typeof value === "string") return [put];
  if (Array.isArray(value)) return value.flatMap((item, at) => texts(item, (changed) => put(value.with(at, changed))));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, item]) => texts(item, (changed) => put({ ...value, [name]: changed })));
}
