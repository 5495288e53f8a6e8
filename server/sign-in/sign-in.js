// Signs in: with a password, with what its account needs beside it, or with the link that a server on a laptop prints.

import { ask, byId, on, say, show, takeParameters, wait } from "./auth.js";
import { hasPasskeys, usePasskey } from "./passkey.js";

const given = takeParameters();
const invitation = given("invitation");
const next = given("next") ?? "";

async function begin() {
  wait();
  const token = given("token");
  const link = token === undefined ? undefined : await ask("POST", "/session/link", { token });
  if (link?.data) return enter(link.data);
  if (given("forgot") !== undefined) return show("forgot", "forgotten");
  // An invitation for another person than the one who is signed in leads here.
  const own = invitation === undefined ? await ask("GET", "/session") : {};
  if (own.data) return enter(own.data);
  byId("signed-out").hidden = given("out") === undefined;
  byId("email").value = given("email") ?? "";
  show("sign-in", byId("email").value === "" ? "email" : "current-password");
  if (link) say("sign-in", link.problem.code === "token_invalid" ? { code: "link_spent" } : link.problem);
}

/** Goes on after a step: to the next one, to the invitation, or into the studio. */
function enter(data) {
  if (data.state === "SECOND_FACTOR") {
    for (const button of document.querySelectorAll("#code [data-passkey]"))
      button.hidden = !hasPasskeys || !data.methods.includes("PASSKEY");
    say("code");
    return show("code", "given-code");
  }
  if (invitation !== undefined) return location.replace(`invitation#token=${encodeURIComponent(invitation)}`);
  // Only to a place of the studio: a link may bring along anything.
  const isPlace = /^(me|sites\/[\w\-./?=&%:]*)$/.test(next) && !next.includes("..");
  location.replace(isPlace ? next : "../studio");
}

on(document.querySelector("#sign-in form"), "submit", async () => {
  say("sign-in");
  byId("signed-out").hidden = true;
  const field = byId("current-password");
  const { data, problem } = await ask("POST", "/session", { email: byId("email").value, password: field.value });
  if (data) {
    field.value = "";
    return enter(data);
  }
  say("sign-in", problem);
  field.select();
});

on(document.querySelector("#code form"), "submit", async () => {
  say("code");
  const field = byId("given-code");
  const { data, problem } = await ask("POST", "/session/second-factor", { code: field.value });
  field.value = "";
  if (data) return enter(data);
  const isOver = problem.triesLeft === 0 || ["session_invalid", "session_missing", "second_factor_not_asked"].includes(problem.code);
  if (isOver) {
    show("sign-in", "email");
    return say("sign-in", { code: "session_invalid" });
  }
  say("code", problem);
  field.focus();
});

on(document.querySelector("#forgot form"), "submit", async () => {
  say("forgot");
  const { problem } = await ask("POST", "/password-reset", { email: byId("forgotten").value });
  if (problem) return say("forgot", problem);
  show("sent");
});

for (const button of document.querySelectorAll("[data-passkey]")) {
  button.hidden = !hasPasskeys;
  on(button, "click", async () => {
    const { id } = button.closest("section");
    say(id);
    const { data, problem } = await usePasskey();
    if (data) return enter(data);
    say(id, problem);
  });
}

for (const button of document.querySelectorAll("[data-go]")) {
  on(button, "click", () => {
    const id = button.dataset.go;
    say(id);
    byId("signed-out").hidden = true;
    if (id === "forgot") byId("forgotten").value = byId("email").value;
    show(id, { forgot: "forgotten", "sign-in": "email" }[id]);
  });
}

void begin();
