import { MessageSquare } from "lucide-react";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatNumber, plural } from "../app/texts.ts";
import fieldsStyles from "../fields/fields.module.css";
import { Button } from "../parts/button.tsx";
import { beginComment, showThread } from "./comments-state.ts";
import styles from "./comments.module.css";
import type { CommentPlace } from "./place.ts";
import { useThreadsAt } from "./threads.ts";

interface CommentButtonProps extends CommentPlace {
  /** Of the field or the block. */
  label: string;
  className?: string | undefined;
}

/** The button beside a field's label: in sight where there are comments, else while somebody is at the field. */
export const FieldComments = (props: Omit<CommentButtonProps, "className">) => <CommentButton {...props} className={fieldsStyles.faint} />;

/** Shows the comments on a field or a block, or begins one. */
export function CommentButton({ block, path, label, className = "" }: CommentButtonProps) {
  const { may } = useSite();
  const threads = useThreadsAt({ block, path });
  const count = threads.length;
  const { comments } = reviewTexts;
  const first = threads[0];
  if (!first && !may("content:write")) return null;
  return (
    <Button
      variant="quiet"
      label={first ? comments.openOn(plural(count, comments.open), label) : comments.on(label)}
      className={`${styles.button} ${first ? styles.some : className}`}
      onPress={() => (first ? showThread(first.id) : beginComment({ block, path }))}
    >
      <MessageSquare className="icon" aria-hidden />
      {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
    </Button>
  );
}
