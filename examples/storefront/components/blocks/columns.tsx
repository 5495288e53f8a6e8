import type { BlockProps } from "@/components/blocks/block";
import { Blocks } from "@/components/blocks/blocks";

interface ColumnsProps {
  ratio: "1:1" | "2:1" | "1:2";
  stackOnMobile?: boolean;
}

const classOf = { "1:1": "", "2:1": "columns-wide-left", "1:2": "columns-wide-right" };

/** Two columns, whose slots "left" and "right" hold other blocks. */
export function Columns({ id, props, slots, level }: BlockProps<ColumnsProps>) {
  const stacking = props.stackOnMobile === false ? "columns-never-stacked" : "";
  return (
    <div data-vitrine-block={id} className={`columns ${classOf[props.ratio]} ${stacking}`}>
      <div>
        <Blocks blocks={slots.left ?? []} level={level} />
      </div>
      <div>
        <Blocks blocks={slots.right ?? []} level={level} />
      </div>
    </div>
  );
}
