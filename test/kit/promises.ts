import { Compile } from "typebox/compile";
import type { VitrineApp } from "../../server/src/app.ts";
import { adminBase, isAt, isDescribed } from "../../server/src/lib/http/operation.ts";
import { methodNotAllowed, routeNotFound } from "../../server/src/lib/http/problem.ts";
import { commonProblems, problemsOf } from "../../server/src/pipeline/description.ts";

const checks = new WeakMap<object, ReturnType<typeof Compile>>();

/** Whether a cache between may keep the response for others than the caller. */
export function isForSharedCaches(headers: Headers): boolean {
  return /\bpublic\b|\bs-maxage\b/.test(headers.get("cache-control") ?? "");
}

/** Throws when a response breaks a general promise: no undeclared status, every security header, a schema that fits. */
export function checkPromises({ operations }: VitrineApp, method: string, path: string, response: Response, text: string): void {
  const { status, headers } = response;
  const said = `${method} ${path} → ${status} ${text.slice(0, 500)}`;
  const expect = (fact: boolean, promise: string) => {
    if (!fact) throw new Error(`${promise}: ${said}`);
  };
  expect(status !== 500, "The server must not fail");
  expect(headers.get("x-content-type-options") === "nosniff", "Every response forbids sniffing");
  expect(headers.get("x-robots-tag") === "noindex", "No response may be indexed");
  expect(headers.get("referrer-policy") === "no-referrer", "Every response forbids referrers");
  expect((headers.get("content-security-policy") ?? "").includes("default-src 'none'"), "Every response has a content policy");
  expect(/^[0-9a-f]{12}-[0-9a-z]+$/.test(headers.get("x-request-id") ?? ""), "Every response has a request id");
  expect(headers.get("server") === null && headers.get("x-powered-by") === null, "No response names its software");
  const isForEverybody = isForSharedCaches(headers) && headers.get("access-control-allow-origin") === "*";
  expect(isForEverybody || (headers.get("vary") ?? "").includes("origin"), "Every response varies by origin, or is for all of them");
  expect(headers.get("cache-control") !== null, "Every response has cache-control");
  expect(headers.get("access-control-allow-credentials") === null, "No response allows credentials");

  const isProblem = status >= 400;
  if (path.startsWith(adminBase)) {
    const shared = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(shared.length === 0, "The admin API has no CORS header");
  }
  const operation = operations.find(
    (candidate) => candidate.method === (method === "HEAD" ? "GET" : method) && isAt(candidate, path.split("?")[0] ?? ""),
  );
  if (isForSharedCaches(headers)) {
    expect(!operation || operation.published === true || !isDescribed(operation), "Only published reads may be in shared caches");
    expect(headers.get("set-cookie") === null, "No response in shared caches sets a cookie");
  }
  if (isProblem) {
    expect(headers.get("content-type") === "application/problem+json; charset=utf-8", "Every failure is a problem");
    expect(headers.get("cache-control") === "no-store", "No failure is cached");
    if (method === "HEAD" || text === "") return;
    const problem = JSON.parse(text) as { code: string; status: number; requestId: string; type: string };
    expect(problem.status === status && problem.requestId === headers.get("x-request-id"), "A problem repeats status and request id");
    const general = [...(operation ? problemsOf(operation) : commonProblems), routeNotFound, methodNotAllowed];
    expect(
      general.some(({ code, status: declaredStatus }) => code === problem.code && declaredStatus === status),
      "Every problem is declared",
    );
    return;
  }
  if (!operation || status === 304 || method === "HEAD") return;
  if (status === 204 && operation.response?.[204]) return expect(text === "", "A success without content has no body");
  const charset = operation.streams?.startsWith("text/") ? "; charset=utf-8" : "";
  if (operation.streams) expect(headers.get("content-type") === operation.streams + charset, "A stream has its media type");
  const schema = operation.response?.[status];
  if (!schema) {
    expect(!operation.response, "Every status is declared");
    return;
  }
  if (operation.textForms?.some((type) => headers.get("content-type")?.startsWith(type))) return;
  let check = checks.get(schema);
  if (!check) {
    check = Compile(schema);
    checks.set(schema, check);
  }
  const value = JSON.parse(text) as unknown;
  if (!check.Check(value))
    throw new Error(`A response does not match its schema: ${JSON.stringify(check.Errors(value).slice(0, 3))} in ${said}`);
}

/** The method whose promises an answer keeps: a POST may name another one, and HEAD is answered as GET then. */
export function carriedOut(method: string, headers: RequestInit["headers"]): string {
  const override = new Headers(headers).get("x-http-method-override") ?? method;
  if (method !== "POST") return method;
  return override === "HEAD" ? "GET" : override;
}
