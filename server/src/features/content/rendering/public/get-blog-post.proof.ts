import { proof } from "../../../../../../test/kit/proof.ts";
import { getBlogPost } from "./get-blog-post.ts";

export const getBlogPostProof = proof(getBlogPost, "own", () => ({ params: { slug: "first" } }));
