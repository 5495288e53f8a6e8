import { problem } from "../../../lib/http/problem.ts";

export const secondFactorWrong = problem("second_factor_wrong", 400, "The code is wrong, or was used before", {
  triesLeft: { type: "integer", description: "Of this sign-in. After the last one, sign in again." },
});
export const totpNotFound = problem("totp_not_found", 404, "The account has no authenticator app");
