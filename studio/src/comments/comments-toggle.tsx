import { MessageSquare } from "lucide-react";
import { reviewTexts } from "../app/review-texts.ts";
import { formatNumber } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { closeComments, openComments, useComments } from "./comments-state.ts";
import styles from "./comments.module.css";
import { useOpenThreads } from "./threads.ts";

/** Shows the comments on the open document, and how many of them are open. */
export function CommentsToggle() {
  const isOpen = useComments((state) => state.isOpen);
  const count = useOpenThreads().length;
  return (
    <Button
      variant="quiet"
      label={reviewTexts.comments.show(formatNumber(count))}
      aria-expanded={isOpen}
      className={`${styles.button} ${count > 0 ? styles.some : ""}`}
      onPress={() => (isOpen ? closeComments() : openComments())}
    >
      <MessageSquare className="icon" aria-hidden />
      {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
    </Button>
  );
}
