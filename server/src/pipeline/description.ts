import { openApiDocument, type DescribedOperation } from "../lib/http/openapi.ts";
import * as problems from "../lib/http/problem.ts";
import { credentialProblems } from "./access.ts";
import { admissionProblems } from "./admin-access.ts";
import { isAdminAccess, type OperationWords } from "../lib/http/operation.ts";

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

/** The problems that an operation can return: its own and those of the pipeline. */
export function problemsOf(operation: OperationWords): problems.Problem[] {
  return [
    ...operation.problems,
    ...commonProblems,
    ...(operation.body ? bodyProblems : []),
    ...(operation.published ? [problems.preconditionFailed] : []),
    ...accessProblems(operation),
  ];
}

function accessProblems(operation: OperationWords): readonly problems.Problem[] {
  const { access } = operation;
  return isAdminAccess(access) ? admissionProblems({ ...operation, access }) : credentialProblems[access];
}

/** The OpenAPI description of operations. Pages for people and metrics are not part of it. */
export function describeApi(operations: readonly OperationWords[], about: { publicUrl: string; version: string }): object {
  const described = operations.flatMap((operation): DescribedOperation[] => {
    const { response } = operation;
    return response ? [{ ...operation, response, problems: problemsOf(operation) }] : [];
  });
  return openApiDocument(described, { ...about, tags, problems: problems.declaredProblems() });
}
