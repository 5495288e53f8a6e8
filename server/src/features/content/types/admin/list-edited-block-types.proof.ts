import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listEditedBlockTypes } from "./list-edited-block-types.ts";

export const listEditedBlockTypesProof = adminProof(listEditedBlockTypes, () => ({ query: { pageSize: "10" } }));
