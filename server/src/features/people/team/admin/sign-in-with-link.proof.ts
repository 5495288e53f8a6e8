import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { issueSignInLink } from "../sign-in-link.ts";
import { signInWithLink } from "./sign-in-with-link.ts";

export const signInWithLinkProof = adminProof(
  signInWithLink,
  async ({ server: { deps }, owner }) => ({
    body: { token: await issueSignInLink(deps.sql, { now: deps.clock.now(), ids: deps.ids }, owner.id) },
  }),
  { success: 201 },
);
