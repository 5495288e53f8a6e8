import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { revisionOfPlugin } from "../../../../../../test/kit/plugins.ts";
import { putPlugin } from "./put-plugin.ts";

export const putPluginProof = adminProof(putPlugin, async ({ server, site, unique }) => ({
  params: { plugin: "svc.forms" },
  headers: await revisionOfPlugin(server, site, "svc.forms"),
  body: { enabled: true, config: { notify: [`${unique}@example.com`] } },
}));
