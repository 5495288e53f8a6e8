import type { BlockProps } from "@/components/blocks/block";
import { ContentLink } from "@/components/content-link";
import { Heading } from "@/components/heading";

interface HeroProps {
  eyebrow?: string;
  title: string;
  text?: string;
  align?: "left" | "center";
  buttonLabel?: string;
  buttonHref?: string;
}

/** The opening of a page. */
export function Hero({ props, level }: BlockProps<HeroProps>) {
  return (
    <section className={props.align === "center" ? "hero hero-centred" : "hero"}>
      {props.eyebrow && <p className="eyebrow">{props.eyebrow}</p>}
      <Heading level={level}>{props.title}</Heading>
      {props.text && <p className="lead">{props.text}</p>}
      {props.buttonLabel && props.buttonHref && (
        <ContentLink href={props.buttonHref} className="button">
          {props.buttonLabel}
        </ContentLink>
      )}
    </section>
  );
}
