import { openApiDocument, type DescribedOperation } from "../lib/openapi.ts";
import * as problems from "../lib/problem.ts";
import { credentialProblems } from "./access.ts";
import type { Operation } from "./addresses.ts";

/** Problems that every operation can answer before it is even reached. */
export const commonProblems = [
  problems.badRequest,
  problems.duplicateHeader,
  problems.invalidQuery,
  problems.requestTimeout,
  problems.urlTooLong,
  problems.headersTooLarge,
  problems.rateLimited,
  problems.internalError,
  problems.unavailable,
];

/** Those of operations that take a body. */
export const bodyProblems = [problems.invalidJson, problems.validationFailed, problems.bodyTooLarge, problems.unsupportedMediaType];

const tags = [
  { name: "Content", description: "Published pages, entries and block types, with locale fallback." },
  { name: "Preview", description: "Drafts of pages, for whoever has a preview link." },
  { name: "Catalogue", description: "Products with their variants, categories and subscription plans." },
  { name: "Customers", description: "Registration, sign-in and passwords." },
  { name: "Checkout", description: "Orders, and how they are paid." },
  { name: "Payments", description: "Payments that are for no order, and what the payment processor says." },
  { name: "Signup", description: "Sites of their own for strangers, once their address is proven." },
  { name: "Forms", description: "Forms that visitors fill in." },
  { name: "Account", description: "What a signed-in customer reads and changes of their own." },
  { name: "Reference", description: "This description." },
  { name: "Operating", description: "For whoever runs the server." },
];

/** The problems that an operation can answer: its own and those of the pipeline. */
export function problemsOf({ route }: Operation): problems.Problem[] {
  const { config, schema } = route;
  return [
    ...(config?.problems ?? []),
    ...commonProblems,
    ...(schema?.body ? bodyProblems : []),
    ...credentialProblems[config?.access ?? "none"],
  ];
}

/** The OpenAPI description of the registered operations. Pages for people and metrics are not part of it. */
export function describeApi(operations: readonly Operation[], about: { publicUrl: string; version: string }): object {
  const described = operations
    .filter(({ route }) => route.schema?.response)
    .map((operation): DescribedOperation => {
      const { method, path, route } = operation;
      return {
        method,
        path,
        access: route.config?.access ?? "none",
        problems: problemsOf(operation),
        schema: route.schema as DescribedOperation["schema"],
      };
    });
  return openApiDocument(described, { ...about, tags });
}
