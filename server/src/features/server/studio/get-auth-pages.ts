import { readFile } from "node:fs/promises";
import type { Deps } from "../../../deps.ts";
import { operation, type OperationSpec } from "../../../lib/http/operation.ts";
import { packageFolder } from "../../../lib/package-folder.ts";
import { preferredLanguage, type Language } from "../../../lib/text/language.ts";
import type { AboutServer } from "./auth-page.ts";
import { invitationPage } from "./invitation-page.ts";
import { passwordPage } from "./password-page.ts";
import { signInPage } from "./sign-in-page.ts";

const words = (id: string, path: string, summary: string) =>
  ({
    id,
    path,
    summary,
    method: "GET",
    access: "none",
    cors: "closed",
    exact: true,
    problems: [],
    tags: ["Session"],
  }) satisfies OperationSpec;

export const authPages = [
  page("getSignInPage", "sign-in", "The page to sign in on", signInPage),
  page("getPasswordPage", "password", "The page to choose a password on", passwordPage),
  page("getInvitationPage", "invitation", "The page to accept an invitation on", invitationPage),
];

const types = { js: "text/javascript", css: "text/css" } as const;

/** The pages' style sheet and scripts, as they lie in `sign-in`. */
export const authFiles = ["auth.css", "auth.js", "sign-in.js", "passkey.js", "password.js", "invitation.js"].map((name) =>
  operation(words("getAuthFile", `/studio/sign-in/${name}`, "A file of the pages to sign in on"), () => {
    let text: Promise<string> | undefined;
    return async (_request, reply) => {
      text ??= readFile(new URL(`sign-in/${name}`, packageFolder), "utf8");
      const type = types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types];
      return reply
        .header("content-security-policy", policy)
        .type(`${type}; charset=utf-8`)
        .send(await text);
    };
  }),
);

/** Nothing but this server, no code or style in the page itself, and no text that could become either. No form is sent: the script asks the API. */
const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src data:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join("; ");

function page(id: string, name: string, summary: string, make: (language: Language, about: AboutServer) => string) {
  return operation(words(id, `/studio/${name}`, summary), ({ publicUrl }: Pick<Deps, "publicUrl">) => {
    return async ({ headers }, reply) => {
      const language = preferredLanguage(headers["accept-language"]);
      return reply
        .headers({ "content-security-policy": policy, "content-language": language })
        .type("text/html; charset=utf-8")
        .send(make(language, { publicUrl }));
    };
  });
}
