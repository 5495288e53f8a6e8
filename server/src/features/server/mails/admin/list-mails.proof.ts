import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listMails } from "./list-mails.ts";

export const listMailsProof = adminProof(listMails);
