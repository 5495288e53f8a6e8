import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addFailedTask } from "../../../../../../test/kit/made-sales.ts";
import { retryTask } from "./retry-task.ts";

export const retryTaskProof = adminProof(retryTask, async ({ server, site }) => ({
  params: { id: await addFailedTask(server, site, "notices") },
}));
