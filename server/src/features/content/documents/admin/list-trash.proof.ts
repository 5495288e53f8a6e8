import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listTrash } from "./list-trash.ts";

export const listTrashProof = adminProof(listTrash, () => ({}));
