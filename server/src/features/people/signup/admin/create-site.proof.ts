import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createSite } from "./create-site.ts";

export const createSiteProof = adminProof(createSite, ({ unique }) => ({ body: { slug: `s${unique}`, name: "A new site" } }));
