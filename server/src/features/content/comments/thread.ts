import { Type, type Static } from "typebox";
import { NullablePerson } from "../../../lib/admin/person.ts";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";

export const threadNotFound = problem("thread_not_found", 404, "Comment thread not found");
export const commentNotFound = problem("comment_not_found", 404, "Comment not found");
export const notTheAuthor = problem("not_the_author", 403, "Only its author can change this comment");

/** Of one translation, resolved ones among them. */
export const mostThreads = 500;
export const mostReplies = 100;

const threadsBase = `${siteBase}/threads`;
export const threadBase = `${threadsBase}/{id}`;
export const commentBase = `${threadBase}/comments/{commentId}`;

const id = { id: Type.String({ description: "The id of the thread." }) };
export const ThreadParams = Type.Object({ ...siteSlug, ...id });
export const CommentParams = Type.Object({ ...siteSlug, ...id, commentId: Type.String() });

/** The words of a comment, as people send them. */
export const CommentText = Type.String({ minLength: 1, maxLength: 4_000, pattern: "\\S" });

export const threadPlace = {
  block: Nullable(
    Type.String({
      pattern: "^[A-Za-z0-9_-]+$",
      maxLength: 64,
      description: "The id of a block of the draft. The thread stays if somebody deletes the block. Null: the document itself.",
    }),
  ),
  path: Nullable(
    Type.String({
      pattern: "^(/[^/]*)+$",
      maxLength: 1_000,
      description:
        "JSON Pointer to a field: into the props of the block, or into the draft of the document, such as `/title`. Null: the whole block or document.",
    }),
  ),
};

const Comment = Type.Object(
  {
    id: Uuid,
    author: Type.Object({ id: Uuid, name: Type.String() }, { additionalProperties: false }),
    text: Type.String(),
    createdAt: Instant,
    editedAt: Nullable(Instant),
  },
  { $id: "Comment", additionalProperties: false },
);

export const CommentThread = Type.Object(
  {
    id: Uuid,
    ...threadPlace,
    resolved: Nullable(
      Type.Object(
        { at: Instant, by: NullablePerson, because: Type.Enum(["MEMBER", "PUBLICATION"]) },
        { additionalProperties: false, description: "Null: the thread is open. `PUBLICATION`: the translation was published." },
      ),
    ),
    createdAt: Instant,
    commentCount: Type.Integer({ minimum: 1 }),
    comments: Type.Array(Comment, { description: "The oldest first. In lists: the first comment and the latest three." }),
  },
  { $id: "CommentThread", additionalProperties: false },
);
export type CommentThread = Static<typeof CommentThread>;
