import type { RouteDeps } from "./deps.ts";
import { auditOperations } from "./features/people/audit/index.ts";
import { bundleOperations } from "./features/content/bundle/index.ts";
import { commentsOperations } from "./features/content/comments/index.ts";
import { catalogOperations } from "./features/shop/catalog/index.ts";
import { catalogEditingOperations } from "./features/shop/catalog-editing/index.ts";
import { checkoutOperations } from "./features/shop/checkout/index.ts";
import { discountOperations } from "./features/shop/discounts/index.ts";
import { giftCardOperations } from "./features/shop/gift-cards/index.ts";
import { documentsOperations } from "./features/content/documents/index.ts";
import { queriesOperations } from "./features/content/queries/index.ts";
import { renderingOperations } from "./features/content/rendering/index.ts";
import { reviewsOperations } from "./features/content/reviews/index.ts";
import { searchOperations } from "./features/content/search/index.ts";
import { typesOperations } from "./features/content/types/index.ts";
import { customersOperations } from "./features/shop/customers/index.ts";
import { demoOperations } from "./features/server/demo/index.ts";
import { eventsOperations } from "./features/server/events/index.ts";
import { formsOperations } from "./features/shop/forms/index.ts";
import { getStartPage, localOperations } from "./features/server/local/index.ts";
import { mailCatcherOperations } from "./features/server/mail-catcher/index.ts";
import { mailsOperations } from "./features/server/mails/index.ts";
import { mediaOperations } from "./features/content/media/index.ts";
import { getMetrics, operatingOperations, serverOperations } from "./features/server/operating/index.ts";
import { ordersOperations } from "./features/shop/orders/index.ts";
import { overviewOperations } from "./features/server/overview/index.ts";
import { paymentsOperations } from "./features/shop/payments/index.ts";
import { previewOperations } from "./features/content/preview/index.ts";
import { referenceOperations } from "./features/server/reference/index.ts";
import { releasesOperations } from "./features/content/releases/index.ts";
import { openingOperations, signupOperations } from "./features/people/signup/index.ts";
import { savedViewsOperations } from "./features/server/saved-views/index.ts";
import { siteSearchOperations } from "./features/server/site-search/index.ts";
import { sitesOperations } from "./features/server/sites/index.ts";
import { studioOperations } from "./features/server/studio/index.ts";
import { webhooksOperations } from "./features/server/webhooks/index.ts";
import { teamOperations } from "./features/people/team/index.ts";
import { personalDataOperations } from "./features/people/personal-data/index.ts";
import type { Operation } from "./lib/http/operation.ts";

/** The optional operations of a server. */
export interface Served {
  signup: boolean;
  /** Health and readiness: not where they have a port of their own. */
  operating: boolean;
  metrics: boolean;
  /** The demo's pages and pictures. */
  demo: boolean;
  /** The server's own sites in the demo's pages. */
  ownSites: boolean;
  mailCatcher: boolean;
}

/** The operations of a server, one line per feature. */
export function routesOf(served: Served): readonly Operation<RouteDeps>[] {
  return [
    ...renderingOperations,
    ...queriesOperations,
    ...searchOperations,
    ...documentsOperations,
    ...commentsOperations,
    ...reviewsOperations,
    ...typesOperations,
    ...previewOperations,
    ...(served.signup ? signupOperations : []),
    ...formsOperations,
    ...paymentsOperations,
    ...catalogOperations,
    ...catalogEditingOperations,
    ...customersOperations,
    ...personalDataOperations,
    ...ordersOperations,
    ...checkoutOperations,
    ...discountOperations,
    ...giftCardOperations,
    ...teamOperations,
    ...openingOperations,
    ...sitesOperations,
    ...bundleOperations,
    ...releasesOperations,
    ...mediaOperations,
    ...auditOperations,
    ...eventsOperations,
    ...serverOperations,
    ...overviewOperations,
    ...mailsOperations,
    ...webhooksOperations,
    ...savedViewsOperations,
    ...siteSearchOperations,
    ...(served.operating ? operatingOperations : []),
    ...(served.metrics ? [getMetrics] : []),
    ...(served.demo ? demoOperations : []),
    ...(served.ownSites ? localOperations : []),
    ...(served.mailCatcher ? mailCatcherOperations : []),
    ...studioOperations,
    ...referenceOperations,
    getStartPage,
  ];
}

/** Every operation. */
export const everyRoute = routesOf({ signup: true, operating: true, metrics: true, demo: true, ownSites: true, mailCatcher: true });
