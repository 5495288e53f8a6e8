import type { Block } from "@vitrine/client";
import { Blocks } from "@/components/blocks/blocks";

/** The blocks of a page. Its title is its heading, unless it opens with a block that has one. */
export function PageView({ title, composition }: { title: string; composition: readonly Block[] }) {
  const [first, ...rest] = composition;
  if (first?.type !== "hero") {
    return (
      <>
        <h1 className="page-title">{title}</h1>
        <Blocks blocks={composition} />
      </>
    );
  }
  return (
    <>
      <Blocks blocks={[first]} level={1} />
      <Blocks blocks={rest} />
    </>
  );
}
