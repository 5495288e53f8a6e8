import type { BlockProps } from "@/components/blocks/block";
import { Heading } from "@/components/heading";

interface StatsProps {
  title?: string;
  items: { value: string; label: string }[];
}

/** Figures with a label each. */
export function Stats({ id, props, level }: BlockProps<StatsProps>) {
  return (
    <section className="stats" data-vitrine-block={id}>
      {props.title && (
        <Heading level={level} field="/title">
          {props.title}
        </Heading>
      )}
      <dl>
        {props.items.map(({ value, label }, index) => (
          <div key={index}>
            <dt data-vitrine-field={`/items/${index}/label`}>{label}</dt>
            <dd data-vitrine-field={`/items/${index}/value`}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
