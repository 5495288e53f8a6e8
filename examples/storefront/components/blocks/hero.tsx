import type { Picture as VitrinePicture } from "@vitrine/client";
import type { BlockProps } from "@/components/blocks/block";
import { ContentLink } from "@/components/content-link";
import { Heading } from "@/components/heading";
import { Picture } from "@/components/picture";

interface HeroProps {
  eyebrow?: string;
  title: string;
  text?: string;
  picture?: VitrinePicture;
  align?: "left" | "center";
  buttonLabel?: string;
  buttonHref?: string;
}

/** The opening of a page. */
export function Hero({ id, props, level }: BlockProps<HeroProps>) {
  return (
    <section data-vitrine-block={id} className={props.align === "center" ? "hero hero-centred" : "hero"}>
      {props.eyebrow && (
        <p className="eyebrow" data-vitrine-field="/eyebrow">
          {props.eyebrow}
        </p>
      )}
      <Heading level={level} field="/title">
        {props.title}
      </Heading>
      {props.text && (
        <p className="lead" data-vitrine-field="/text">
          {props.text}
        </p>
      )}
      {props.buttonLabel && props.buttonHref && (
        <ContentLink href={props.buttonHref} className="button">
          {props.buttonLabel}
        </ContentLink>
      )}
      {props.picture && <Picture picture={props.picture} sizes="(min-width: 54rem) 52rem, 92vw" isFirst={level === 1} />}
    </section>
  );
}
