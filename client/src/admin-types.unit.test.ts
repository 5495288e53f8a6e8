/** The promises of the types of the admin client. `npm run types` is the test; running it shows that nothing in it is only a type. */
import { expectTypeOf, test } from "vitest";
import { adminClientOf, problem } from "../test/fake-server.ts";
import { attemptAdmin, isAdminError, type AdminError, type AdminErrorCode, type AuditEntry, type List, type OwnAdmin } from "./admin.ts";

const { client } = adminClientOf({ retries: 0, site: "acme" }, problem(403, "permission_missing", { permission: "audit:read" }));
const quiet = (call: Promise<unknown>) => void call.catch(() => undefined);

test("answers have the types of the description", () => {
  expectTypeOf(client.self.getMe).returns.resolves.toEqualTypeOf<OwnAdmin>();
  expectTypeOf(client.audit.listAudit).returns.resolves.toEqualTypeOf<List<AuditEntry>>();
  expectTypeOf(client.audit.listAudit.all()).toEqualTypeOf<AsyncGenerator<AuditEntry, void, undefined>>();
  expectTypeOf(client.session.signOut).returns.resolves.toBeVoid();
});

test("each success of an operation has its type", async () => {
  const { data } = await attemptAdmin(client.session.signIn({ email: "ada@example.com", password: "a long password" }));
  if (data && "state" in data) expectTypeOf(data.state).toEqualTypeOf<"SECOND_FACTOR">();
  else if (data) expectTypeOf(data.admin).toEqualTypeOf<OwnAdmin>();
});

test("a mistake in a call does not compile", () => {
  // @ts-expect-error The password is missing.
  quiet(client.session.signIn({ email: "ada@example.com" }));
  // @ts-expect-error There is no such member.
  quiet(client.self.updateMe({ nick: "Ada" }));
  // @ts-expect-error There is no such role.
  quiet(client.self.createOwnToken({ name: "a", role: "KING", expiresAt: "" }));
  // @ts-expect-error It takes no key: the server would do the work twice.
  quiet(client.self.updateMe({ name: "Ada" }, { idempotencyKey: "k" }));
  // @ts-expect-error It is not a list.
  void client.self.getMe.all;
  // @ts-expect-error The groups are read-only.
  client.self = client.self;
});

test("an error is narrowed by its code, to the members that it has then", () => {
  const error = new Error() as unknown;
  if (isAdminError(error)) {
    expectTypeOf(error).toEqualTypeOf<AdminError>();
    expectTypeOf(error.code).toEqualTypeOf<AdminErrorCode>();
    if (error.code === "permission_missing") expectTypeOf(error.permission).toBeString();
    if (error.code === "revision_conflict") {
      expectTypeOf(error.revision).toBeNumber();
      expectTypeOf(error.changedBy).toEqualTypeOf<{ id: string; name: string } | null>();
    }
  }
  // @ts-expect-error A problem of the public API.
  isAdminError(error, "page_not_found_in_the_public");
});

test("the possible errors of each call are known", async () => {
  const { error } = await attemptAdmin(client.audit.listAudit());
  if (error?.code === "permission_missing") expectTypeOf(error.permission).toBeString();
  // @ts-expect-error Nobody signs in here.
  void (error?.code === "invalid_credentials");
});
