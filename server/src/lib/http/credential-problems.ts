import { problem } from "./problem.ts";

export const invalidCredentials = problem("invalid_credentials", 401, "The e-mail address or password is wrong");
/** For a token from an email. */
export const mailedTokenInvalid = problem("token_invalid", 400, "The token is unknown, has been used, or has expired");
export const apiKeyInvalid = problem("api_key_invalid", 401, "The API key is unknown or was revoked");
export const siteSuspended = problem("site_suspended", 403, "The site is suspended");
