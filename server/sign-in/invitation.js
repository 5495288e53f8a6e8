// Shows an invitation, and accepts it: with a new account, or for the one that is signed in.

import { ask, byId, fill, letShow, on, say, show, takeParameters, wait, word } from "./auth.js";

const token = takeParameters()("token");
const path = `/invitations/${encodeURIComponent(token)}`;

async function begin() {
  wait();
  const [invitation, own] = token === undefined ? [{}] : await Promise.all([ask("GET", path), ask("GET", "/session")]);
  const { data } = invitation;
  if (!data && [undefined, "invitation_not_found"].includes(invitation.problem?.code)) return show("unusable");
  if (!data) {
    show("invitation");
    return say("invitation", invitation.problem);
  }
  const { email, role, site, invitedBy, hasAccount } = data;
  fill("site", site.name);
  fill("role", word(`role-${role}`));
  fill("email", email);
  fill("inviter", invitedBy ?? "");
  const isOwn = own.data?.admin.email === email;
  if (isOwn) fill("name", own.data.admin.name);
  byId("to-sign-in").href = `sign-in#${new URLSearchParams({ invitation: token, email })}`;
  const cases = [invitedBy === null ? "by-nobody" : "by-somebody", isOwn ? "own" : hasAccount ? "other" : "new"];
  for (const part of document.querySelectorAll("[data-case]")) part.hidden = !cases.includes(part.dataset.case);
  show("invitation");
}

async function accept(body) {
  say("invitation");
  const { problem } = await ask("POST", `${path}/accept`, body);
  if (!problem) return show("accepted");
  if (problem.code === "invitation_not_found") return show("unusable");
  say("invitation", problem);
}

letShow();
on(byId("new"), "submit", () => accept({ name: byId("name").value, password: byId("password").value }));
on(byId("accept"), "click", () => accept({}));
void begin();
