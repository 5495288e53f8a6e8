import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { resolvePage } from "./resolve-page.ts";

export const resolvePageProof = adminProof(resolvePage, () => ({
  body: { locale: "en", title: "Unsaved", composition: [{ type: "hero", props: {} }] },
}));
