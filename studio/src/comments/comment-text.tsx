import type { Comment } from "@vitrine/client/admin";
import { EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { reviewTexts } from "../app/review-texts.ts";
import { useSession, useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Ago } from "../parts/ago.tsx";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { toast } from "../parts/toast.tsx";
import { CommentForm } from "./comment-form.tsx";
import { keepWords } from "./comments-state.ts";
import styles from "./comments.module.css";
import { useThreadChanges } from "./threads.ts";

/** What one person said, and what can be done with it. */
export function CommentText({ thread, comment }: { thread: string; comment: Comment }) {
  const { may } = useSite();
  const { admin } = useSession();
  const changes = useThreadChanges();
  const { act } = useMutation(reviewTexts.comments.problems);
  const [isEditing, setEditing] = useState(false);
  const { id, author, text, createdAt, editedAt } = comment;
  const { comments } = reviewTexts;
  const isOwn = author.id === admin.id && may("content:write");
  const remove = async () => {
    if (await act(() => changes.remove(thread, id))) toast(comments.removed);
  };
  return (
    <div className={styles.comment}>
      <div className={styles.head}>
        <strong>{author.name}</strong>
        <span className="soft">
          <Ago at={createdAt} />
          {editedAt !== null && ` · ${comments.edited}`}
        </span>
        {(isOwn || may("content:publish")) && (
          <Menu
            label={comments.actions(author.name)}
            trigger={
              <Button variant="quiet" label={comments.actions(author.name)} className={styles.more ?? ""}>
                <EllipsisVertical className="icon" aria-hidden />
              </Button>
            }
            groups={[
              isOwn
                ? [
                    {
                      id: "edit",
                      label: comments.edit,
                      icon: <Pencil className="icon" aria-hidden />,
                      onAction: () => {
                        keepWords(id, text);
                        setEditing(true);
                      },
                    },
                  ]
                : [],
              [
                {
                  id: "remove",
                  label: comments.remove,
                  icon: <Trash2 className="icon" aria-hidden />,
                  isDanger: true,
                  onAction: () => void remove(),
                },
              ],
            ]}
          />
        )}
      </div>
      {isEditing ? (
        <CommentForm
          label={comments.text}
          send={texts.app.save}
          of={id}
          hasFocus
          onSend={(words) => changes.edit(thread, id, words)}
          onSent={() => setEditing(false)}
          onCancel={() => {
            keepWords(id, "");
            setEditing(false);
          }}
        />
      ) : (
        <p className={styles.words}>{text}</p>
      )}
    </div>
  );
}
