import { expect, test } from "vitest";
import { actorOf, type AdminIdentity } from "./identity.ts";

const admin: AdminIdentity = {
  id: "1",
  email: "ada@example.com",
  name: "Ada",
  locale: "en",
  isOperator: false,
  hasSecondFactor: false,
  credential: { kind: "SESSION", id: "2", confirmedAt: new Date(0) },
};

test("the actor of a request is its person, with the token if it came by one", () => {
  expect(actorOf({ admin })).toEqual({ kind: "SESSION", adminId: "1" });
  const credential = { kind: "TOKEN", id: "3", name: "deploy", role: "EDITOR", siteId: null } as const;
  expect(actorOf({ admin: { ...admin, credential } })).toEqual({ kind: "TOKEN", adminId: "1", tokenName: "deploy" });
});
