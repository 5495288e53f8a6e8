import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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
let text: string;
let description: Description;

beforeAll(async () => {
  server = await startServer({ publicUrl: "https://cms.example" });
  ({ text } = await server.ask("/openapi.json"));
  description = JSON.parse(text) as Description;
});
afterAll(() => server.stop());

test("the description passes a standard linter", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const document = makeDocumentFromString(text, "/openapi.json");
  const findings = await lintDocument({ document, config, externalRefResolver: new BaseResolver() });
  expect(findings.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  const broken = makeDocumentFromString(text.replace('"operationId":"getPage"', '"operationId":"listPages"'), "/openapi.json");
  expect((await lintDocument({ document: broken, config, externalRefResolver: new BaseResolver() })).length).toBeGreaterThan(0);
});

test("it is OpenAPI 3.1 and may be read from any origin", async () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  const { headers } = await server.ask("/openapi.json", { headers: { origin: "https://anywhere.example" } });
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("it has every public operation, each with an id of its own", () => {
  const ids = Object.values(description.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.sort()).toEqual(
    [
      ...["getHealth", "getOpenApi", "getReadiness"],
      ...["getBlogPost", "getEntry", "getPage", "listBlockTypes", "listEntries", "listPages", "search"],
      ...["getPreview"],
      ...["registerCustomer", "verifyEmail", "requestEmailVerification", "logIn", "requestPasswordReset", "resetPassword"],
      ...["getAccount", "updateAccount", "changePassword", "listOwnOrders", "getOwnOrder"],
      ...["getForm", "submitForm"],
      ...["createCheckoutSession", "createCheckoutPaymentIntent", "getCheckoutOrder"],
      ...["startSignup", "resendCode", "verifySignup"],
      ...["createPaymentIntent", "createPaymentCheckoutSession", "getPayment", "receiveProcessorEvent"],
      ...["getCategory", "getCategoryBySlug", "getProduct", "getProductBySlug", "listCategories", "listPlans", "listProducts"],
    ].sort(),
  );
});

test("it has every problem that an operation declares, with its status", () => {
  const codes = description.components.schemas.Problem?.properties.code?.enum ?? [];
  for (const operation of server.vitrine.operations.filter(({ response }) => response)) {
    const described = description.paths[operation.path.replace("{+", "{")]?.[operation.method.toLowerCase()];
    for (const { code, status } of problemsOf(operation)) {
      expect(codes).toContain(code);
      const [, name = ""] = described?.responses[String(status)]?.$ref?.split("#/components/responses/") ?? [];
      const response = JSON.stringify(description.components.responses[name]);
      expect([operation.path, response]).toEqual([operation.path, expect.stringContaining(`\`${code}\``)]);
    }
  }
});

test("it has every code that any layer can return, also outside the operations", () => {
  const codes = description.components.schemas.Problem?.properties.code?.enum ?? [];
  expect(codes).toEqual([...new Set(declaredProblems().map(({ code }) => code))].sort());
  expect(codes).toEqual(expect.arrayContaining(["route_not_found", "method_not_allowed"]));
});

test("every parameter in a path is described", () => {
  for (const [path, methods] of Object.entries(description.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(methods)) {
      expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(names);
    }
  }
});
