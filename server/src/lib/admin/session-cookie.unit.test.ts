import { expect, test } from "vitest";
import { isSecretForm, secretCookie, sessionCookie } from "./session-cookie.ts";

const secret = "A".repeat(42) + "E";

test("a cookie is found among others by its whole name, as often as it is there", () => {
  const { read } = sessionCookie("http://localhost:3000");
  expect(read({ cookie: `a=1; vitrine-3000=${secret};xvitrine-3000=2; vitrine-browser-3000=3; vitrine-3001=4; vitrine=5` })).toEqual([
    secret,
    "5",
  ]);
  expect(read({ cookie: "vitrine-3000=a; vitrine-3000=b=c" })).toEqual(["a", "b=c"]);
  for (const cookie of ["", "vitrine-300=1", "Vitrine-3000=1", "__Host-vitrine=1", "x=vitrine-3000=1"])
    expect(read({ cookie })).toEqual([]);
  expect(read({})).toEqual([]);
});

test("over https it has the prefix that no other host can plant, and over http that of its port", () => {
  const secure = secretCookie("vitrine", "https://cms.example/base");
  expect(secure.set(secret, 60)).toBe(`__Host-vitrine=${secret}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure`);
  expect(secure.clear()).toBe("__Host-vitrine=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure");
  expect(secretCookie("vitrine", "http://localhost:3000/base").name).toBe("vitrine-3000");
  expect(secretCookie("vitrine", "http://localhost").set(secret, 60)).toBe(`vitrine=${secret}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`);
});

test("only a text that could be ours is looked up", () => {
  expect(isSecretForm(secret)).toBe(true);
  for (const text of ["", "x", `${secret}A`, secret.slice(1), `${secret.slice(1)}!`, `${secret.slice(1)} `, `${secret.slice(1)}\0`])
    expect([text, isSecretForm(text)]).toEqual([text, false]);
});
