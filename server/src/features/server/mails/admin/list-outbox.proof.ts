import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listOutbox } from "./list-outbox.ts";

export const listOutboxProof = adminProof(listOutbox);
