import type { Deps } from "./deps.ts";
import {
  getCategory,
  getCategoryBySlug,
  getProduct,
  getProductBySlug,
  listCategories,
  listPlans,
  listProducts,
} from "./features/catalog/index.ts";
import {
  changePassword,
  getAccount,
  hostedPages,
  logIn,
  registerCustomer,
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  updateAccount,
  verifyEmail,
} from "./features/customers/index.ts";
import { createCheckoutPaymentIntent, createCheckoutSession, getCheckoutOrder } from "./features/checkout/index.ts";
import { getOwnOrder, listOwnOrders } from "./features/orders/index.ts";
import { createPaymentCheckoutSession, createPaymentIntent, getPayment, receiveProcessorEvent } from "./features/payments/index.ts";
import { getForm, submitForm } from "./features/forms/index.ts";
import { getBlogPost, getEntry, getPage, listBlockTypes, listEntries, listPages } from "./features/content/index.ts";
import { resendCode, startSignup, verifySignup } from "./features/signup/index.ts";
import { getHealth, getReadiness } from "./features/operating/index.ts";
import { getPreview } from "./features/preview/index.ts";
import type { App } from "./lib/operation.ts";

/** Every operation of the service, by address. */
export function registerRoutes(root: App, deps: Deps): void {
  void root.register(
    async (cms: App) => {
      listBlockTypes(cms, deps); // GET /block-types
      listPages(cms, deps); //      GET /pages
      getPage(cms, deps); //        GET /pages/{slug}
      listEntries(cms, deps); //    GET /content/{contentTypeSlug}
      getEntry(cms, deps); //       GET /content/{contentTypeSlug}/{slug}
      getBlogPost(cms, deps); //    GET /blog/{slug}
      getPreview(cms, deps); //     GET /preview/{token}

      if (deps.signup === "on") {
        startSignup(cms, deps); //  POST /signup
        resendCode(cms, deps); //   POST /signup/resend
        verifySignup(cms, deps); // POST /signup/verify
      }

      getForm(cms, deps); //    GET /plugins/svc.forms/forms/{slug}
      submitForm(cms, deps); // POST /plugins/svc.forms/forms/{slug}/submit

      createPaymentIntent(cms, deps); //          POST /plugins/svc.payments/payment-intents
      createPaymentCheckoutSession(cms, deps); // POST /plugins/svc.payments/checkout-sessions
      getPayment(cms, deps); //                   GET /plugins/svc.payments/payments/{id}
      // Apart from the others, for it reads bodies as bytes.
      void cms.register(async (webhooks: App) => receiveProcessorEvent(webhooks, deps)); // POST /webhooks/svc.payments/{siteSlug}
    },
    { prefix: "/api/public/v1" },
  );

  void root.register(
    async (shop: App) => {
      listProducts(shop, deps); //      GET /products
      getProductBySlug(shop, deps); //  GET /products/slug/{slug}
      getProduct(shop, deps); //        GET /products/{id}
      listCategories(shop, deps); //    GET /categories
      getCategoryBySlug(shop, deps); // GET /categories/slug/{slug}
      getCategory(shop, deps); //       GET /categories/{id}
      listPlans(shop, deps); //         GET /subscriptions/plans

      registerCustomer(shop, deps); //         POST /auth/register
      verifyEmail(shop, deps); //              POST /auth/verify-email
      requestEmailVerification(shop, deps); // POST /auth/request-email-verification
      logIn(shop, deps); //                    POST /auth/login
      requestPasswordReset(shop, deps); //     POST /auth/request-password-reset
      resetPassword(shop, deps); //            POST /auth/reset-password

      getAccount(shop, deps); //        GET /account
      updateAccount(shop, deps); //     PATCH /account
      changePassword(shop, deps); //    POST /account/change-password
      listOwnOrders(shop, deps); //     GET /account/orders
      getOwnOrder(shop, deps); //       GET /account/orders/{id}

      createCheckoutSession(shop, deps); //       POST /checkout/session
      createCheckoutPaymentIntent(shop, deps); // POST /checkout/payment-intent
      getCheckoutOrder(shop, deps); //            GET /checkout/order/{id}
    },
    { prefix: "/api/v1/shop" },
  );

  void root.register(async (pages: App) => hostedPages(pages, deps)); // GET and POST /sites/{siteSlug}/…

  getHealth(root); //               GET /healthz
  getReadiness(root, deps); //      GET /readyz
}
