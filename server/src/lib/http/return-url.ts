import { Type } from "typebox";
import { plainUrl } from "./plain-url.ts";
import { problem, ProblemError, validationFailed } from "./problem.ts";
import type { Site } from "../site.ts";

/** For the page that opens after paying. */
export const urlNotAllowed = problem("url_not_allowed", 400, "The URL has an origin that the site does not allow");

/** The page to which the payment processor sends the payer. */
export const ReturnUrl = Type.String({
  maxLength: 2_048,
  description:
    "Absolute http(s) URL, passed on unchanged. The processor replaces `{CHECKOUT_SESSION_ID}` with its own ID. If the request has an " +
    "`Origin`, the URL must have the same origin or an origin that the site allows.",
  examples: ["https://shop.example/thanks"],
});

/** Checks both as they are parsed, or throws. A call without an origin is a server's, which may send its customers anywhere. */
export function checkReturnUrls(
  urls: { successUrl: string; cancelUrl: string },
  site: Pick<Site, "allowsOrigin">,
  origin: string | undefined,
): void {
  for (const [name, text] of [["successUrl", urls.successUrl] as const, ["cancelUrl", urls.cancelUrl] as const]) {
    const url = plainUrl(text);
    if (!url || url.username !== "" || url.password !== "" || /^https?:\/\/[^/?#]*@/i.test(text)) {
      const message = url ? "must hold no user name or password" : "must be an absolute http(s) URL";
      throw new ProblemError(validationFailed, { detail: `${name} ${message}`, errors: [{ path: `/${name}`, code: "url", message }] });
    }
    if (origin !== undefined && url.origin !== origin.toLowerCase() && !site.allowsOrigin(url.origin)) {
      const message = "is of an origin that the site does not allow";
      throw new ProblemError(urlNotAllowed, {
        detail: `${name} ${message}.`,
        errors: [{ path: `/${name}`, code: "url_not_allowed", message }],
      });
    }
  }
}
