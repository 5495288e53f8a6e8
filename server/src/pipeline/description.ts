import { openApiDocument, type Json } from "../lib/http/openapi.ts";
import * as problems from "../lib/http/problem.ts";
import { webhookBodies } from "../features/server/webhooks/index.ts";
import { credentialProblems } from "./access.ts";
import { admissionProblems, everyAdmissionProblem } from "./admin-access.ts";
import { repeatingProblems } from "./repeatable.ts";
import { isAdminAccess, isDescribed, isOfAdminApi, type OperationSpec } from "../lib/http/operation.ts";

/** Problems that every operation can return, even before it is reached. */
export const commonProblems = [
  problems.badRequest,
  problems.duplicateHeader,
  problems.invalidQuery,
  problems.requestTimeout,
  problems.urlTooLong,
  problems.headersTooLarge,
  problems.rateLimited,
  problems.internalError,
  problems.notImplemented,
  problems.unavailable,
];

/** Problems of operations that take a body. */
const bodyProblems = [problems.invalidJson, problems.validationFailed, problems.bodyTooLarge, problems.unsupportedMediaType];

interface About {
  publicUrl: string;
  version: string;
}

const tags = [
  { name: "Content", description: "Published pages, entries and block types, with locale fallback." },
  { name: "Preview", description: "Drafts of pages, for everyone who has a preview link." },
  { name: "Catalogue", description: "Products with their variants, categories and subscription plans." },
  { name: "Customers", description: "Registration, sign-in and passwords." },
  { name: "Checkout", description: "Orders, and how they are paid." },
  { name: "Payments", description: "Payments that are for no order, and the payment processor's events." },
  { name: "Signup", description: "New sites for visitors who have verified their address." },
  { name: "Forms", description: "Forms that visitors fill in." },
  { name: "Account", description: "The data of a signed-in customer." },
  { name: "Reference", description: "This description." },
  { name: "Operating", description: "For the operator of the server." },
];

const info = {
  summary: "Public content and storefront API",
  description:
    "One API for the published content and the storefront of many sites. Every failure is a problem (RFC 9457) with a permanent `code`. " +
    "Where there is nothing it is `route_not_found`, 404; where there is something that does not take the method, `method_not_allowed`, 405.",
};

const securitySchemes = {
  apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "The site's public key." },
  customerToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The token that `logIn` returns. It selects the site by itself.",
  },
};

const adminTags = [
  { name: "Session", description: "Signing in and out." },
  { name: "Self", description: "The own account: its data, sessions, second factors and tokens." },
  { name: "Sites", description: "Sites, their settings, members, keys and plugins." },
  { name: "Model", description: "Block types and content types." },
  { name: "Content", description: "Pages and entries, with drafts, versions and publication." },
  { name: "Releases", description: "Changes that go live together." },
  { name: "Media", description: "The files of the media library." },
  { name: "Catalogue", description: "Products, categories, plans and stock." },
  { name: "Discounts", description: "What orders cost less, by a code or by themselves." },
  { name: "Gift cards", description: "Codes that are worth money of the shop." },
  { name: "Orders", description: "Orders and their payments." },
  { name: "Customers", description: "The customers of a shop." },
  { name: "Forms", description: "Forms and their submissions." },
  { name: "Mails", description: "The mails that are sent, and those that could not be." },
  { name: "Views", description: "Filters, searches and columns of lists that people save under a name." },
  { name: "Webhooks", description: "Servers that a site tells what happens, and the deliveries to them." },
  { name: "Audit", description: "The record of changes: who changed what." },
  { name: "Server", description: "For operators of the server." },
  { name: "Reference", description: "This description." },
];

const adminInfo = {
  title: "Vitrine administration",
  summary: "The API for people who run sites",
  description:
    "Everything that people do who run a site. A person signs in with `POST /api/admin/v1/session` and gets a cookie; a program sends a personal access " +
    "token in `authorization: Bearer vt_…`. Things with a revision answer with an `ETag` and are changed with `If-Match`. The body of a `PATCH` is a JSON Merge Patch " +
    "(RFC 7396), as `application/json` or `application/merge-patch+json`: null removes an optional member or brings its default back. Every failure is a problem " +
    "(RFC 9457) with a permanent `code`. No other origin may call this API from a browser.",
};

const adminSecuritySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-vitrine",
    description: "The cookie of a sign-in; over http `vitrine-` and the port, such as `vitrine-3000`.",
  },
  accessToken: { type: "http", scheme: "bearer", bearerFormat: "vt_…", description: "A personal access token." },
};

/** The problems that an operation can return: its own and those of the pipeline. */
export function problemsOf(operation: OperationSpec): problems.Problem[] {
  return [
    ...operation.problems,
    ...commonProblems,
    // Also of one that takes no body, and gets one.
    ...(operation.body || operation.method !== "GET" ? bodyProblems : []),
    ...(operation.published ? [problems.preconditionFailed] : []),
    ...accessProblems(operation),
    ...repeatingProblems(operation),
  ];
}

function accessProblems(operation: OperationSpec): readonly problems.Problem[] {
  const { access } = operation;
  return isAdminAccess(access) ? admissionProblems({ ...operation, access }) : credentialProblems[access];
}

/** The OpenAPI description of the public operations. Pages for people and metrics are not part of it. */
export function describeApi(operations: readonly OperationSpec[], about: About): Json {
  const ownOperations = operations.filter((operation) => !isOfAdminApi(operation));
  const knownProblems = new Set([...ownOperations.flatMap(problemsOf), ...commonProblems]);
  const ofAdmins = new Set([...operations.filter(isOfAdminApi).flatMap(problemsOf), ...everyAdmissionProblem]);
  // Also those that a page for people returns, and no operation.
  const all = problems.declaredProblems().filter((problem) => knownProblems.has(problem) || !ofAdmins.has(problem));
  return openApiDocument(described(ownOperations), { ...about, info, securitySchemes, tags, problems: all });
}

/** The OpenAPI description of the admin API. */
export function describeAdminApi(operations: readonly OperationSpec[], about: About): Json {
  const ownOperations = operations.filter(isOfAdminApi);
  const elsewhere = [...everyAdmissionProblem, ...commonProblems, problems.routeNotFound, problems.methodNotAllowed];
  const knownProblems = new Set([...ownOperations.flatMap(problemsOf), ...elsewhere]);
  const all = problems.declaredProblems().filter((problem) => knownProblems.has(problem));
  const words = { info: adminInfo, securitySchemes: adminSecuritySchemes, tags: adminTags };
  return openApiDocument(described(ownOperations), { ...about, ...words, problems: all, webhooks: webhookBodies });
}

/** The operations that return data, each with every problem that it can return. */
function described(operations: readonly OperationSpec[]): OperationSpec[] {
  return operations.filter(isDescribed).map((operation) => ({ ...operation, problems: problemsOf(operation) }));
}
