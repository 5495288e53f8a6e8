import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { pendingOrder } from "../../../../../../test/kit/staff-orders.ts";
import { addOrderNote } from "./add-order-note.ts";

export const addOrderNoteProof = adminProof(addOrderNote, async ({ server, site }) => ({
  params: { id: await pendingOrder(server, site) },
  body: { text: "The buyer wants it in the afternoon." },
}));
