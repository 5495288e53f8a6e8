import type { BlockProps } from "@/components/blocks/block";
import { below, Heading } from "@/components/heading";
import { Icon } from "@/components/icon";

interface FeatureListProps {
  title?: string;
  items: { title: string; text: string; icon?: string }[];
}

/** Short points, each with a title and a sentence. */
export function FeatureList({ id, props, level }: BlockProps<FeatureListProps>) {
  return (
    <section className="features" data-vitrine-block={id}>
      {props.title && (
        <Heading level={level} field="/title">
          {props.title}
        </Heading>
      )}
      <ul>
        {props.items.map((item, index) => (
          <li key={index}>
            {item.icon && <Icon name={item.icon} />}
            <Heading level={props.title ? below(level) : level} field={`/items/${index}/title`}>
              {item.title}
            </Heading>
            <p data-vitrine-field={`/items/${index}/text`}>{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
