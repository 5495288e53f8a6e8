import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createThread } from "../../../../../../test/kit/comments.ts";
import { updateCommentThread } from "./update-comment-thread.ts";

export const updateCommentThreadProof = adminProof(updateCommentThread, async (asker) => {
  const { id } = await createThread(asker);
  return { params: { id }, body: { resolved: true } };
});
