import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rolesWith } from "../../server/src/lib/admin/roles.ts";
import { isDescribed, isOfAdminApi, type OperationSpec } from "../../server/src/lib/http/operation.ts";
import { declaredProblems } from "../../server/src/lib/http/problem.ts";
import { problemsOf } from "../../server/src/pipeline/description.ts";
import { startServer, type TestServer } from "../kit/harness.ts";

interface Description {
  openapi: string;
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { $ref?: string }>; parameters: { name: string; in: string }[] }>
  >;
  components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }>; responses: Record<string, object> };
}

let server: TestServer;
const texts: Record<string, string> = {};
const addresses = ["/openapi.json", "/api/admin/v1/openapi.json"] as const;
const describedAt = (address: string) => JSON.parse(texts[address] ?? "") as Description;
const codesAt = (address: string) => describedAt(address).components.schemas.Problem?.properties.code?.enum ?? [];

beforeAll(async () => {
  server = await startServer({ publicUrl: "https://cms.example" });
  for (const address of addresses) texts[address] = (await server.ask(address)).text;
});
afterAll(() => server.stop());

test.each(addresses)("%s passes a standard linter", async (address) => {
  const text = texts[address] ?? "";
  const config = await createConfig({ extends: ["recommended"] });
  const document = makeDocumentFromString(text, "/openapi.json");
  const findings = await lintDocument({ document, config, externalRefResolver: new BaseResolver() });
  // It does not read that the parameter is one of two words, which no other address has in its place.
  const isAmbiguous = ({ ruleId, message }: (typeof findings)[number]) =>
    ruleId !== "no-ambiguous-paths" || !message.includes("{documents}");
  expect(findings.filter(isAmbiguous).map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  const [first = "", second = ""] = Object.values(describedAt(address).paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const broken = makeDocumentFromString(text.replace(`"operationId":"${first}"`, `"operationId":"${second}"`), "/openapi.json");
  expect((await lintDocument({ document: broken, config, externalRefResolver: new BaseResolver() })).length).toBeGreaterThan(0);
});

test("both are OpenAPI 3.1, and the public one may be read from any origin", async () => {
  for (const address of addresses) expect(describedAt(address).openapi).toMatch(/^3\.1\./);
  const { headers } = await server.ask("/openapi.json", { headers: { origin: "https://anywhere.example" } });
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test.each(addresses)("%s has an id of its own for each operation", (address) => {
  const { paths } = describedAt(address);
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  const isOwn = (operation: OperationSpec) => isDescribed(operation) && isOfAdminApi(operation) === (address === addresses[1]);
  expect(ids.sort()).toEqual(
    server.vitrine.operations
      .filter(isOwn)
      .map(({ id }) => id)
      .sort(),
  );
});

test("the public one has every public operation", () => {
  const description = describedAt(addresses[0]);
  const ids = Object.values(description.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(ids.sort()).toEqual(
    [
      ...["getHealth", "getOpenApi", "getReadiness"],
      ...["getBlogPost", "getEntry", "getPage", "listBlockTypes", "listEntries", "listPages", "search"],
      ...["getPreview"],
      ...["registerCustomer", "verifyEmail", "requestEmailVerification", "logIn", "requestPasswordReset", "resetPassword"],
      ...["getAccount", "updateAccount", "changePassword", "listOwnOrders", "getOwnOrder"],
      ...["listAddresses", "addAddress", "replaceAddress", "deleteAddress"],
      ...["getForm", "submitForm"],
      ...["quoteCheckout", "createCheckoutSession", "createCheckoutPaymentIntent", "getCheckoutOrder", "readGiftCardBalance"],
      ...["startSignup", "resendCode", "verifySignup"],
      ...["createPaymentIntent", "createPaymentCheckoutSession", "getPayment", "receiveProcessorEvent"],
      ...["getCategory", "getCategoryBySlug", "getProduct", "getProductBySlug", "listCategories", "listPlans", "listProducts"],
    ].sort(),
  );
});

test("they have every problem that an operation declares, with its status", () => {
  for (const operation of server.vitrine.operations.filter(isDescribed)) {
    const address = isOfAdminApi(operation) ? addresses[1] : addresses[0];
    const [description, codes] = [describedAt(address), codesAt(address)];
    const described = description.paths[operation.path.replace("{+", "{")]?.[operation.method.toLowerCase()];
    for (const { code, status } of problemsOf(operation)) {
      expect(codes).toContain(code);
      const [, name = ""] = described?.responses[String(status)]?.$ref?.split("#/components/responses/") ?? [];
      const response = JSON.stringify(description.components.responses[name]);
      expect([operation.path, response]).toEqual([operation.path, expect.stringContaining(`\`${code}\``)]);
    }
  }
});

test("they have every code that any layer can return, also outside the operations", () => {
  const [open, ofAdmins] = [codesAt(addresses[0]), codesAt(addresses[1])];
  expect([...new Set([...open, ...ofAdmins])].sort()).toEqual([...new Set(declaredProblems().map(({ code }) => code))].sort());
  for (const codes of [open, ofAdmins]) expect(codes).toEqual(expect.arrayContaining(["route_not_found", "method_not_allowed"]));
  expect(open).toContain("mail_not_found");
  expect(open).not.toContain("session_missing");
  expect(ofAdmins).not.toContain("out_of_stock");
});

test("the admin one says who may call each operation, from the table of roles", () => {
  for (const operation of server.vitrine.operations.filter((one) => isOfAdminApi(one) && isDescribed(one))) {
    const described = describedAt(addresses[1]).paths[operation.path]?.[operation.method.toLowerCase()] as object;
    const { permission } = operation;
    const roles = permission === undefined ? {} : { "x-permission": permission, "x-roles": rolesWith(permission) };
    expect(described).toMatchObject(roles);
  }
});

test("they have the headers that an operation reads besides the credential", () => {
  const descriptions = addresses.map(describedAt);
  for (const { path, method, published, conditional, streams, requestHeaders } of server.vitrine.operations.filter(isDescribed)) {
    const { parameters, responses } = descriptions.flatMap(({ paths }) => paths[path.replace("{+", "{")]?.[method.toLowerCase()] ?? [])[0]!;
    const named = parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
    const conditions = conditional === "changeOrCreate" ? ["If-Match", "If-None-Match"] : conditional ? ["If-Match"] : [];
    const ownHeaders = Object.keys(requestHeaders?.properties ?? {});
    const expected = [
      ...ownHeaders,
      ...(published ? ["x-preview"] : []),
      ...(streams === "text/event-stream" ? ["last-event-id"] : []),
      ...conditions,
    ];
    expect([path, named]).toEqual([path, expected]);
    // Whoever sends a token may hear that it opens nothing, or that its release cannot be carried out.
    if (published) expect(JSON.stringify(responses)).toMatch(/preview_not_found.*preview_blocked|preview_blocked.*preview_not_found/);
  }
});

test.each(addresses)("%s describes every parameter in a path", (address) => {
  for (const [path, methods] of Object.entries(describedAt(address).paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(methods)) {
      expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(names);
    }
  }
});
