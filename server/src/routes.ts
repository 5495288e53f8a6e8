import type { RouteDeps } from "./deps.ts";
import { auditOperations } from "./features/audit/index.ts";
import { bundleOperations } from "./features/bundle/index.ts";
import { catalogOperations } from "./features/catalog/index.ts";
import { checkoutOperations } from "./features/checkout/index.ts";
import { contentOperations } from "./features/content/index.ts";
import { customersOperations } from "./features/customers/index.ts";
import { demoOperations } from "./features/demo/index.ts";
import { eventsOperations } from "./features/events/index.ts";
import { formsOperations } from "./features/forms/index.ts";
import { getStartPage, localOperations } from "./features/local/index.ts";
import { mailCatcherOperations } from "./features/mail-catcher/index.ts";
import { mediaOperations } from "./features/media/index.ts";
import { getMetrics, operatingOperations, serverOperations } from "./features/operating/index.ts";
import { ordersOperations } from "./features/orders/index.ts";
import { overviewOperations } from "./features/overview/index.ts";
import { paymentsOperations } from "./features/payments/index.ts";
import { previewOperations } from "./features/preview/index.ts";
import { referenceOperations } from "./features/reference/index.ts";
import { releasesOperations } from "./features/releases/index.ts";
import { openingOperations, signupOperations } from "./features/signup/index.ts";
import { siteSearchOperations } from "./features/site-search/index.ts";
import { sitesOperations } from "./features/sites/index.ts";
import { studioOperations } from "./features/studio/index.ts";
import { teamOperations } from "./features/team/index.ts";
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
    ...contentOperations,
    ...previewOperations,
    ...(served.signup ? signupOperations : []),
    ...formsOperations,
    ...paymentsOperations,
    ...catalogOperations,
    ...customersOperations,
    ...ordersOperations,
    ...checkoutOperations,
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
