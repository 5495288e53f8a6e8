import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createThread } from "../../../../../../test/kit/comments.ts";
import { updateComment } from "./update-comment.ts";

export const updateCommentProof = adminProof(updateComment, async (asker) => {
  const { id, comments } = await createThread(asker);
  return { params: { id, commentId: comments[0]?.id ?? "" }, body: { text: "Which of the chairs?" } };
});
