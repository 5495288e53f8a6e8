import { problem } from "../../../../lib/http/problem.ts";

export const secondFactorWrong = problem("second_factor_wrong", 400, "The code is wrong, or has been used before", {
  triesLeft: { type: "integer", description: "The attempts left in this sign-in. After the last one, sign in again." },
});
export const totpNotFound = problem("totp_not_found", 404, "The account has no authenticator app");
