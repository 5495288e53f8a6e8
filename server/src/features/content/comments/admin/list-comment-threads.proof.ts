import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { listCommentThreads } from "./list-comment-threads.ts";

export const listCommentThreadsProof = adminProof(listCommentThreads, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id, locale: "en" },
  query: { state: "open" },
}));
