import { addComment } from "./admin/add-comment.ts";
import { createCommentThread } from "./admin/create-comment-thread.ts";
import { deleteComment } from "./admin/delete-comment.ts";
import { getCommentThread } from "./admin/get-comment-thread.ts";
import { listCommentThreads } from "./admin/list-comment-threads.ts";
import { updateComment } from "./admin/update-comment.ts";
import { updateCommentThread } from "./admin/update-comment-thread.ts";

export const commentsOperations = [
  listCommentThreads,
  createCommentThread,
  getCommentThread,
  updateCommentThread,
  addComment,
  updateComment,
  deleteComment,
];
