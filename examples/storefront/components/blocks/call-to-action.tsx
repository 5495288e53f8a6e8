import type { BlockProps } from "@/components/blocks/block";
import { ContentLink } from "@/components/content-link";
import { Heading } from "@/components/heading";

interface CallToActionProps {
  title: string;
  text?: string;
  label: string;
  href: string;
  tone?: "quiet" | "loud";
}

/** One invitation, one button. */
export function CallToAction({ id, props, level }: BlockProps<CallToActionProps>) {
  return (
    <section data-vitrine-block={id} className={props.tone === "loud" ? "call-to-action call-to-action-loud" : "call-to-action"}>
      <div>
        <Heading level={level} field="/title">
          {props.title}
        </Heading>
        {props.text && <p data-vitrine-field="/text">{props.text}</p>}
      </div>
      <ContentLink href={props.href} className="button">
        {props.label}
      </ContentLink>
    </section>
  );
}
