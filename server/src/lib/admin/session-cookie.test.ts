import { expect, test } from "vitest";
import { isSecretForm, secretCookie, sessionCookie } from "./session-cookie.ts";

const secret = "A".repeat(42) + "E";

test("a cookie is found among others by its whole name, as often as it is there", () => {
  const { read } = sessionCookie("http://localhost:3000");
  expect(read({ cookie: `a=1; vitrine=${secret};xvitrine=2; vitrine-browser=3` })).toEqual([secret]);
  expect(read({ cookie: "vitrine=a; vitrine=b=c" })).toEqual(["a", "b=c"]);
  for (const cookie of ["", "vitrin=1", "Vitrine=1", "__Host-vitrine=1", "x=vitrine=1"]) expect(read({ cookie })).toEqual([]);
  expect(read({})).toEqual([]);
});

test("over https it has the prefix that no other host can plant, and over http it has none", () => {
  const secure = secretCookie("vitrine", "https://cms.example/base");
  expect(secure.set(secret, 60)).toBe(`__Host-vitrine=${secret}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure`);
  expect(secure.clear()).toBe("__Host-vitrine=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure");
  expect(secretCookie("vitrine", "http://localhost").set(secret, 60)).toBe(`vitrine=${secret}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`);
});

test("only a text that could be ours is looked up", () => {
  expect(isSecretForm(secret)).toBe(true);
  for (const text of ["", "x", `${secret}A`, secret.slice(1), `${secret.slice(1)}!`, `${secret.slice(1)} `, `${secret.slice(1)}\0`])
    expect([text, isSecretForm(text)]).toEqual([text, false]);
});
