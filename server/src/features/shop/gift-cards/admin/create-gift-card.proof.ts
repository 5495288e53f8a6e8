import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createGiftCard } from "./create-gift-card.ts";

export const createGiftCardProof = adminProof(createGiftCard, () => ({ body: { amount: 5_000, note: "For the late parcel" } }));
