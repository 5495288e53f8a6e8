import type { Block } from "@vitrine/client";
import type { HeadingLevel } from "@/components/heading";

/** The props of every block's component. The server has checked `props` against the schema of the block type when they were saved. */
export interface BlockProps<Props> {
  /** For `data-vitrine-block` on its element: a click there selects the block in the studio. */
  id: string;
  props: Props;
  /** Blocks by slot. */
  slots: Readonly<Record<string, Block[]>>;
  /** That of the block's own heading. */
  level: HeadingLevel;
}
