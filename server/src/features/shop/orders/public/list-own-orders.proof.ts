import { proof } from "../../../../../../test/kit/proof.ts";
import { listOwnOrders } from "./list-own-orders.ts";

export const listOwnOrdersProof = proof(listOwnOrders, "own");
