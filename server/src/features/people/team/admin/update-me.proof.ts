import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { updateMe } from "./update-me.ts";

export const updateMeProof = adminProof(updateMe, ({ unique }) => ({ body: { name: `Ada ${unique}`, locale: "de" } }));
