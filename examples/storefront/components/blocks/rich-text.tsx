import type { BlockProps } from "@/components/blocks/block";
import { RichText } from "@/components/rich-text";

interface RichTextProps {
  /** Markdown. */
  body: string;
  width?: "narrow" | "wide";
}

/** Running text. */
export function RichTextBlock({ id, props }: BlockProps<RichTextProps>) {
  return (
    <section data-vitrine-block={id} className={props.width === "wide" ? "text-block text-block-wide" : "text-block"}>
      <RichText text={props.body} />
    </section>
  );
}
