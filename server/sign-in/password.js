// Sets a password with the token of a link, mailed or printed.

import { ask, byId, letShow, on, say, show, takeParameters } from "./auth.js";

// The command line prints the token in the query; the page asks for nothing while it is there.
const token = takeParameters({ query: true })("token");

letShow();
if (token === undefined) show("unusable");
else show("choose", "password");

on(document.querySelector("#choose form"), "submit", async () => {
  say("choose");
  const { problem } = await ask("POST", "/password-reset/confirm", { token, password: byId("password").value });
  if (!problem) return show("chosen");
  if (problem.code === "token_invalid") return show("unusable");
  say("choose", problem);
  byId("password").focus();
});
