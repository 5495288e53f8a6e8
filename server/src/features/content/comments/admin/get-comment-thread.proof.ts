import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createThread } from "../../../../../../test/kit/comments.ts";
import { getCommentThread } from "./get-comment-thread.ts";

export const getCommentThreadProof = adminProof(getCommentThread, async (asker) => {
  const { id } = await createThread(asker);
  return { params: { id } };
});
