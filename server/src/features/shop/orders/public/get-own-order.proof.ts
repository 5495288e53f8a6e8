import { proof } from "../../../../../../test/kit/proof.ts";
import { orderNotFound } from "../order.ts";
import { getOwnOrder } from "./get-own-order.ts";

export const getOwnOrderProof = proof(getOwnOrder, orderNotFound, async ({ order }) => ({ params: { id: await order() } }));
