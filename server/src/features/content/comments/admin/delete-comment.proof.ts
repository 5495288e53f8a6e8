import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createThread } from "../../../../../../test/kit/comments.ts";
import { deleteComment } from "./delete-comment.ts";

export const deleteCommentProof = adminProof(deleteComment, async (asker) => {
  const { id, comments } = await createThread(asker);
  return { params: { id, commentId: comments[0]?.id ?? "" } };
});
