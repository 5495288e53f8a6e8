import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listWebhooks } from "./list-webhooks.ts";

export const listWebhooksProof = adminProof(listWebhooks);
