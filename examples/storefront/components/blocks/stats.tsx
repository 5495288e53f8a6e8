import type { BlockProps } from "@/components/blocks/block";
import { Heading } from "@/components/heading";

interface StatsProps {
  title?: string;
  items: { value: string; label: string }[];
}

/** Figures with a label each. */
export function Stats({ props, level }: BlockProps<StatsProps>) {
  return (
    <section className="stats">
      {props.title && <Heading level={level}>{props.title}</Heading>}
      <dl>
        {props.items.map(({ value, label }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
