import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getMember } from "./get-member.ts";

export const getMemberProof = adminProof(getMember, ({ owner }) => ({ params: { id: owner.id } }));
