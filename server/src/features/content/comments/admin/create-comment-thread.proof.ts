import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { createCommentThread } from "./create-comment-thread.ts";

export const createCommentThreadProof = adminProof(createCommentThread, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id, locale: "en" },
  body: { block: "text-1", path: "/text", text: "Which chair?" },
}));
