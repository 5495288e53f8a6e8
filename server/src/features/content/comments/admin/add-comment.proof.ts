import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createThread } from "../../../../../../test/kit/comments.ts";
import { addComment } from "./add-comment.ts";

export const addCommentProof = adminProof(addComment, async (asker) => {
  const { id } = await createThread(asker);
  return { params: { id }, body: { text: "The oak one." } };
});
