import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createServerAdmin } from "./create-server-admin.ts";

export const createServerAdminProof = adminProof(createServerAdmin, ({ unique }) => ({
  body: { email: `${unique}@example.com`, name: "Ada", locale: "de", isOperator: false },
}));
