import type { BlockProps } from "@/components/blocks/block";
import { Heading } from "@/components/heading";
import { RichText } from "@/components/rich-text";

interface FaqProps {
  title?: string;
  items: {
    question: string;
    /** Markdown. */
    answer: string;
  }[];
  contactEmail?: string;
}

/** Questions that open to their answers. */
export function Faq({ id, props, level }: BlockProps<FaqProps>) {
  return (
    <section className="faq" data-vitrine-block={id}>
      {props.title && (
        <Heading level={level} field="/title">
          {props.title}
        </Heading>
      )}
      {props.items.map(({ question, answer }, index) => (
        <details key={index}>
          <summary>{question}</summary>
          <RichText text={answer} level={3} />
        </details>
      ))}
      {props.contactEmail && (
        <p>
          <a href={`mailto:${props.contactEmail}`}>{props.contactEmail}</a>
        </p>
      )}
    </section>
  );
}
