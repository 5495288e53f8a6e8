import type { BlockProps } from "@/components/blocks/block";
import { below, Heading } from "@/components/heading";
import { RichText } from "@/components/rich-text";

interface SplitProps {
  title: string;
  /** Markdown. */
  body: string;
  noteTitle?: string;
  /** Markdown. */
  note: string;
  noteSide?: "left" | "right";
}

/** A main text with a smaller note beside it. */
export function Split({ id, props, level }: BlockProps<SplitProps>) {
  return (
    <section data-vitrine-block={id} className={props.noteSide === "left" ? "split split-note-left" : "split"}>
      <div>
        <Heading level={level} field="/title">
          {props.title}
        </Heading>
        <RichText text={props.body} level={3} />
      </div>
      <aside aria-label={props.noteTitle ?? props.title}>
        {props.noteTitle && (
          <Heading level={below(level)} field="/noteTitle">
            {props.noteTitle}
          </Heading>
        )}
        <RichText text={props.note} level={4} />
      </aside>
    </section>
  );
}
