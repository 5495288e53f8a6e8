import type { SignInPageMessages } from "../../../lib/messages/messages.ts";
import { html, type Html } from "../../../lib/text/html.ts";
import type { Language } from "../../../lib/text/language.ts";
import { authPage, error, field, step, type AboutServer } from "./auth-page.ts";

/** The page to sign in on, which leads into the studio. */
export function signInPage(language: Language, { publicUrl }: AboutServer): string {
  return authPage(language, { name: "sign-in", publicUrl }, (texts) => [
    withPassword(texts),
    withCode(texts),
    forgot(texts),
    step(
      "sent",
      texts.sent.title,
      html`<p>${texts.sent.lead}</p>
        <p><button type="button" class="plain" data-go="sign-in">${texts.forgot.back}</button></p>`,
    ),
  ]);
}

function withPassword({ signIn, email, password }: SignInPageMessages): Html {
  return step(
    "sign-in",
    signIn.title,
    html`<p id="signed-out" role="status" hidden>${signIn.signedOut}</p>
      <form method="post">
        ${error} ${field({ id: "email", label: email, type: "email", autocomplete: "username", max: 320 })}
        ${field({ id: "current-password", label: password, type: "password", autocomplete: "current-password", max: 1_024 })}
        <button type="submit">${signIn.button}</button>
      </form>
      <p class="others">
        <button type="button" class="second" data-passkey hidden>${signIn.passkey}</button>
        <button type="button" class="plain" data-go="forgot">${signIn.forgot}</button>
      </p>`,
  );
}

function withCode({ code }: SignInPageMessages): Html {
  return step(
    "code",
    code.title,
    html`<form method="post">
        ${error} ${field({ id: "given-code", label: code.label, autocomplete: "one-time-code", hint: code.hint, max: 50 })}
        <button type="submit">${code.button}</button>
      </form>
      <p class="others">
        <button type="button" class="second" data-passkey hidden>${code.passkey}</button>
        <button type="button" class="plain" data-go="sign-in">${code.again}</button>
      </p>`,
  );
}

function forgot({ forgot: texts, email }: SignInPageMessages): Html {
  return step(
    "forgot",
    texts.title,
    html`<p>${texts.lead}</p>
      <form method="post">
        ${error} ${field({ id: "forgotten", label: email, type: "email", autocomplete: "username", max: 320 })}
        <button type="submit">${texts.button}</button>
      </form>
      <p class="others"><button type="button" class="plain" data-go="sign-in">${texts.back}</button></p>`,
  );
}
