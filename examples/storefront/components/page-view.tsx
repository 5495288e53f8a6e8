import { Fragment, type ComponentType, type ReactNode } from "react";
import type { Block } from "@vitrine/client";
import { Blocks } from "@/components/blocks/blocks";

interface PageViewProps {
  title: string;
  composition: readonly Block[];
  /** Surrounds each block. */
  Frame?: ComponentType<{ children: ReactNode }> | typeof Fragment;
}

/** The blocks of a page. Its title is its heading, unless it opens with a block that has one. */
export function PageView({ title, composition, Frame = Fragment }: PageViewProps) {
  const [first, ...rest] = composition;
  if (first?.type !== "hero") {
    return (
      <>
        <h1 className="page-title">{title}</h1>
        <Blocks blocks={composition} Frame={Frame} />
      </>
    );
  }
  return (
    <>
      <Blocks blocks={[first]} level={1} Frame={Frame} />
      <Blocks blocks={rest} Frame={Frame} />
    </>
  );
}
