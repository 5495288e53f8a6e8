import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { suspendSite } from "./suspend-site.ts";

export const suspendSiteProof = adminProof(suspendSite, ({ site }) => ({ params: { slug: site.slug } }), { consumesSite: true });
