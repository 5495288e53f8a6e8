import type { BlockProps } from "@/components/blocks/block";
import { ContentLink } from "@/components/content-link";

interface QuoteProps {
  text: string;
  author: string;
  role?: string;
  sourceUrl?: string;
}

/** Somebody's words, and who said them. */
export function Quote({ id, props }: BlockProps<QuoteProps>) {
  return (
    <figure className="quote" data-vitrine-block={id}>
      <blockquote>
        <p data-vitrine-field="/text">{props.text}</p>
      </blockquote>
      <figcaption>
        {props.sourceUrl ? <ContentLink href={props.sourceUrl}>{props.author}</ContentLink> : props.author}
        {props.role && <span className="soft">, {props.role}</span>}
      </figcaption>
    </figure>
  );
}
