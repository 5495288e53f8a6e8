/**
 * One request for each operation of the API, which succeeds on the demo site. The browsable reference shows and sends them.
 *
 * `{{…}}` stands for a value that each server makes for itself:
 *
 * - `{{getProductBySlug /data/id}}`: a member of the response to the example of that operation,
 * - `{{new ada-*@example.com}}`: a value that nobody has used yet,
 * - `{{mail confirmation}}`, `{{mail reset}}`, `{{mail code}}`: from the mail that the requests before have caused,
 * - `{{preview}}`: the token of the demo's preview link.
 */
export interface ExampleRequest {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Operations whose examples are sent first. */
  after?: readonly string[];
  /** Time that has passed since then. */
  waitMs?: number;
  /** Members at the top of the response that the reference leaves out, since they are too long. */
  without?: readonly string[];
  /** A sentence about sending it. */
  note?: string;
  /** False: no reader can send it. The note says why. */
  isSendable?: false;
}

const password = "a long password";
const shop = "http://localhost:3000/demo/shop";
// It is made to order, so that it never sells out.
const variantId = "{{getProductBySlug /data/variants/2/id}}";
const mailNote =
  "It needs a mail. A server on your machine catches its mails, so the page finds it; otherwise, paste the value from your inbox.";

export const exampleRequests: Readonly<Record<string, ExampleRequest>> = {
  listBlockTypes: {},
  listPages: { query: { locale: "en", pageSize: "2" } },
  getPage: { params: { slug: "about" }, query: { locale: "de" } },
  listEntries: { params: { contentTypeSlug: "guide" }, query: { locale: "en", pageSize: "1" } },
  getEntry: { params: { contentTypeSlug: "designer", slug: "ingrid-solheim" }, query: { locale: "en" } },
  search: { query: { q: "oak table", pageSize: "3" } },
  getBlogPost: { params: { slug: "oak-is-not-brown" }, query: { locale: "en" } },

  getPreview: {
    params: { token: "{{preview}}" },
    query: { locale: "en" },
    note: "On a server with the demo site, the token is that of a draft of its home page.",
  },

  startSignup: {
    body: { siteName: "Ada's workshop", siteSlug: "{{new adas-workshop-*}}", email: "{{new ada-*@example.com}}", password },
  },
  resendCode: {
    body: { verificationId: "{{startSignup /data/verificationId}}" },
    waitMs: 61_000,
    note: "The first code goes out with the signup, and the next one a minute later at the earliest: before that it is `resend_cooldown`.",
  },
  verifySignup: { body: { verificationId: "{{startSignup /data/verificationId}}", code: "{{mail code}}" }, note: mailNote },

  getForm: { params: { slug: "contact" } },
  submitForm: {
    params: { slug: "contact" },
    body: { data: { name: "Ada", email: "ada@example.com", topic: "repair", message: "One leg of the table is shorter since we moved." } },
  },

  createPaymentIntent: { body: { amount: 2_500, currency: "eur", description: "A repair", metadata: { table: "Holm" } } },
  createPaymentCheckoutSession: { body: { amount: 2_500, description: "A repair", successUrl: shop, cancelUrl: shop } },
  readGiftCardBalance: { body: { code: "DEMO-GIFT-CARD-5000" } },
  getPayment: { params: { id: "{{createPaymentIntent /data/paymentId}}" } },
  receiveProcessorEvent: {
    params: { siteSlug: "fjord-and-form" },
    body: { id: "evt_1SVexample", object: "event", type: "customer.created", created: 1_795_253_400, data: { object: { id: "cus_1" } } },
    note: "Only the payment processor sends this: it signs each event with the site's webhook secret, and a signature is good for five minutes.",
    isSendable: false,
  },

  listProducts: { query: { q: "chair", maxPrice: "50000", pageSize: "1" } },
  getProductBySlug: { params: { slug: "fjell-chair" } },
  getProduct: { params: { id: "{{getProductBySlug /data/id}}" } },
  listCategories: { query: { tree: "true", pageSize: "1" } },
  getCategoryBySlug: { params: { slug: "chairs" } },
  getCategory: { params: { id: "{{getCategoryBySlug /data/id}}" } },
  listPlans: {},

  registerCustomer: { body: { email: "{{new ada-*@example.com}}", password, firstName: "Ada", lastName: "Lovelace" } },
  verifyEmail: { after: ["registerCustomer"], body: { token: "{{mail confirmation}}" }, note: mailNote },
  requestEmailVerification: {
    body: { verifyUrlBase: "http://localhost:3000/verify", email: "{{registerCustomer /data/email}}" },
  },
  logIn: {
    body: { email: "{{registerCustomer /data/email}}", password },
    note: "The page keeps the token for the operations that take one.",
  },
  requestPasswordReset: {
    body: { email: "{{registerCustomer /data/email}}", resetUrlBase: "http://localhost:3000/reset" },
  },
  resetPassword: { after: ["requestPasswordReset"], body: { token: "{{mail reset}}", password: "a longer password" }, note: mailNote },

  getAccount: {},
  updateAccount: { body: { firstName: "Augusta Ada", phone: "+49 461 123456" } },
  changePassword: {
    body: { currentPassword: password, newPassword: "a longer password" },
    note: "The customer's token ends with the old password.",
  },
  addAddress: {
    body: {
      address: { name: "Ada Lovelace", line1: "Norderstraße 1", postalCode: "24939", city: "Flensburg", country: "DE" },
      isShippingDefault: true,
    },
  },
  listAddresses: { after: ["addAddress"] },
  replaceAddress: {
    params: { id: "{{addAddress /data/id}}" },
    body: { address: { name: "Ada Lovelace", line1: "Norderstraße 2", postalCode: "24939", city: "Flensburg", country: "DE" } },
  },
  deleteAddress: { after: ["replaceAddress"], params: { id: "{{addAddress /data/id}}" } },
  listOwnOrders: { after: ["createCheckoutPaymentIntent"], query: { pageSize: "2" } },
  getOwnOrder: { params: { id: "{{createCheckoutPaymentIntent /data/orderId}}" } },

  quoteCheckout: { body: { items: [{ variantId, quantity: 2 }], shippingAddress: { country: "DE" } } },
  createCheckoutSession: {
    body: { items: [{ variantId, quantity: 2 }], customerEmail: "ada@example.com", successUrl: shop, cancelUrl: shop },
  },
  createCheckoutPaymentIntent: { body: { items: [{ variantId, quantity: 2 }], customerEmail: "ada@example.com" } },
  getCheckoutOrder: { params: { id: "{{createCheckoutPaymentIntent /data/orderId}}" } },

  getHealth: {},
  getReadiness: {},
  getOpenApi: { without: ["paths", "components"] },
};
