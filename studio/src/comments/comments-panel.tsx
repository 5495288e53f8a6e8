import { MessageSquarePlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useNarrow } from "../app/use-narrow.ts";
import { useDraft, useOpenDocument } from "../content/open-document.tsx";
import { goToField, selectBlock } from "../content/selection.ts";
import { narrowEditor } from "../content/use-panels.ts";
import { walk } from "../draft/tree.ts";
import { Button } from "../parts/button.tsx";
import { Loading } from "../parts/loading.tsx";
import { Radios } from "../parts/radios.tsx";
import { toast } from "../parts/toast.tsx";
import { CommentForm } from "./comment-form.tsx";
import { beginComment, closeComments, showThread, useComments } from "./comments-state.ts";
import styles from "./comments.module.css";
import { placeKey, whole, type CommentPlace } from "./place.ts";
import { pointerOf, usePlaceWords } from "./place-words.ts";
import { ThreadCard } from "./thread-card.tsx";
import { useThreadChanges, useThreads } from "./threads.ts";

/** What people say about the open document, beside it. */
export function CommentsPanel() {
  const { may } = useSite();
  const { store } = useOpenDocument();
  const begun = useComments((state) => state.begun);
  const [state, setState] = useState<"open" | "resolved">("open");
  const { data: threads } = useThreads(state);
  const changes = useThreadChanges();
  const placeWords = usePlaceWords();
  const composition = useDraft(({ draft }) => draft.composition);
  const isNarrow = useNarrow(narrowEditor);
  const panel = useRef<HTMLElement>(null);
  const { comments } = reviewTexts;
  // A comment that is begun, or a thread that is wanted, takes the focus by itself, and forgets that before the effect below runs.
  const [isAlone] = useState(() => !begun && useComments.getState().wanted === undefined);
  useEffect(() => {
    if (isAlone) panel.current?.focus({ preventScroll: true });
  }, [isAlone]);
  const order = new Map<string | null, number>([[null, -1]]);
  for (const { block } of walk(composition ?? [])) order.set(block.id, order.size);
  const positionOf = ({ block }: CommentPlace) => order.get(block) ?? order.size;
  const go = (place: CommentPlace) => {
    const { draft } = store.getState();
    if (place.path === null) selectBlock(place.block);
    else goToField(draft, pointerOf(draft, place));
    // There is room for one of the two.
    if (isNarrow) closeComments({ returnsFocus: false });
  };
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      data-comments
      className={styles.panel}
      aria-label={comments.title}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        if (begun) useComments.setState({ begun: undefined });
        closeComments();
      }}
    >
      <header className={styles.bar}>
        <h2>{comments.title}</h2>
        <span className={styles.grow} />
        {may("content:write") && (
          <Button variant="quiet" label={comments.new} onPress={() => beginComment(whole)}>
            <MessageSquarePlus className="icon" aria-hidden />
          </Button>
        )}
        <Button variant="quiet" label={texts.app.close} onPress={() => closeComments()}>
          <X className="icon" aria-hidden />
        </Button>
      </header>
      {begun && (
        <section className={styles.thread} aria-label={comments.new}>
          <p className="soft">{placeWords(begun) ?? comments.blockGone}</p>
          <CommentForm
            key={placeKey(begun)}
            label={comments.text}
            send={comments.send}
            of={begun}
            hasFocus
            onSend={async (text) => {
              const id = await changes.begin(begun, text);
              setState("open");
              showThread(id);
              toast(comments.sent);
            }}
            onCancel={() => closeComments()}
          />
        </section>
      )}
      <Radios
        label={comments.state}
        options={[
          { id: "open", label: comments.isOpen },
          { id: "resolved", label: comments.isResolved },
        ]}
        value={state}
        onChange={(value) => setState(value as "open")}
      />
      {!threads ? (
        <Loading />
      ) : threads.length === 0 ? (
        !begun && <p className="soft">{state === "open" ? comments.none : comments.noneResolved}</p>
      ) : (
        [...threads]
          .sort((a, b) => positionOf(a) - positionOf(b))
          .map((thread) => (
            <ThreadCard
              key={thread.id}
              thread={thread}
              place={placeWords(thread)}
              onGo={thread.block === null && thread.path === null ? undefined : () => go(thread)}
            />
          ))
      )}
    </aside>
  );
}
