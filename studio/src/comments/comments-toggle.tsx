import { MessageSquare } from "lucide-react";
import { usePlaceActions } from "../app/place-actions.ts";
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
  const label = reviewTexts.comments.show(formatNumber(count));
  const toggle = () => (isOpen ? closeComments() : openComments());
  usePlaceActions([{ id: "comments", label, icon: <MessageSquare className="icon" aria-hidden />, onAction: toggle }]);
  return (
    <Button
      variant="quiet"
      label={label}
      aria-expanded={isOpen}
      className={`${styles.button} ${count > 0 ? styles.some : ""}`}
      onPress={toggle}
    >
      <MessageSquare className="icon" aria-hidden />
      {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
    </Button>
  );
}
