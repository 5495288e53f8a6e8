import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { resumeSite } from "./resume-site.ts";

export const resumeSiteProof = adminProof(resumeSite, ({ site }) => ({ params: { slug: site.slug } }));
