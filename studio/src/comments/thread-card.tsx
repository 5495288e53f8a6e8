import { useQuery } from "@tanstack/react-query";
import type { CommentThread } from "@vitrine/client/admin";
import { Check, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { toast } from "../parts/toast.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentText } from "./comment-text.tsx";
import { keepWords, useComments, useWords } from "./comments-state.ts";
import styles from "./comments.module.css";
import { useThreadChanges } from "./threads.ts";

interface ThreadCardProps {
  thread: CommentThread;
  /** The name of its place. Undefined: somebody deleted the block. */
  place: string | undefined;
  /** Goes to the place. Undefined: it is the whole document. */
  onGo: (() => void) | undefined;
}

/** A conversation about one place. */
export function ThreadCard({ thread, place, onGo }: ThreadCardProps) {
  const { may } = useSite();
  const { id, resolved } = thread;
  const frame = useRef<HTMLElement>(null);
  const isWanted = useComments(({ wanted }) => wanted === id);
  const changes = useThreadChanges();
  const { act, isBusy } = useMutation(reviewTexts.comments.problems);
  const { comments } = reviewTexts;
  const author = thread.comments[0]?.author.name ?? "";
  useEffect(() => {
    if (!isWanted) return;
    frame.current?.scrollIntoView({ block: "nearest" });
    frame.current?.focus({ preventScroll: true });
    useComments.setState({ wanted: undefined });
  }, [isWanted]);
  const hasWords = useWords(id) !== "";
  const [isReplying, setReplying] = useState(hasWords);
  const replyButton = useRef<HTMLButtonElement>(null);
  const stopReply = () => {
    keepWords(id, "");
    // There before the focus goes to it.
    flushSync(() => setReplying(false));
    replyButton.current?.focus();
  };
  const resolve = async (isResolved: boolean) => {
    const isDone = await act(() => changes.resolve(id, isResolved));
    if (isDone && isResolved) toast(comments.resolved, { label: texts.app.undo, run: () => void act(() => changes.resolve(id, false)) });
  };
  return (
    <article ref={frame} tabIndex={-1} className={styles.thread} aria-label={comments.thread(author)}>
      <div className={styles.head}>
        {place === undefined ? (
          <span className={styles.gone}>{comments.blockGone}</span>
        ) : onGo ? (
          <button type="button" className={styles.place} aria-label={comments.goTo(place)} onClick={onGo}>
            {place}
          </button>
        ) : (
          <span className="soft">{place}</span>
        )}
      </div>
      <Comments thread={thread} />
      {resolved && (
        <p className="soft">
          {resolved.because === "PUBLICATION" ? comments.resolvedByPublication : resolved.by && comments.resolvedBy(resolved.by.name)}
        </p>
      )}
      {may("content:write") && (
        <>
          {isReplying && (
            <CommentForm
              label={comments.replyTo(author)}
              send={comments.reply}
              of={id}
              hasFocus
              onSend={(text) => changes.reply(id, text)}
              onSent={stopReply}
              onCancel={stopReply}
            />
          )}
          <span className="row">
            {!isReplying && !resolved && (
              <Button ref={replyButton} onPress={() => setReplying(true)}>
                {comments.reply}
              </Button>
            )}
            <Button variant="quiet" isDisabled={isBusy} onPress={() => void resolve(!resolved)}>
              {resolved ? <RotateCcw className="icon" aria-hidden /> : <Check className="icon" aria-hidden />}
              {resolved ? comments.reopen : comments.resolve}
            </Button>
          </span>
        </>
      )}
    </article>
  );
}

/** The comments of a thread: the first one and the latest, and those in between on request. */
function Comments({ thread }: { thread: CommentThread }) {
  const { api, key } = useSite();
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery({
    queryKey: [...key, "threads", "whole", thread.id],
    queryFn: () => api.content.getCommentThread({ id: thread.id }),
    enabled: isWhole,
  });
  const shown = (isWhole ? data : undefined) ?? thread;
  const [first, ...others] = shown.comments;
  const left = shown.commentCount - shown.comments.length;
  return (
    <>
      {first && <CommentText key={first.id} thread={thread.id} comment={first} />}
      {left > 0 && (
        <Button variant="quiet" className={styles.earlier ?? ""} onPress={() => setWhole(true)}>
          {plural(left, reviewTexts.comments.earlier)}
        </Button>
      )}
      {others.map((comment) => (
        <CommentText key={comment.id} thread={thread.id} comment={comment} />
      ))}
    </>
  );
}
