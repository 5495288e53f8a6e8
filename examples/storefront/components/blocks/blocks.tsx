import { Fragment, type ComponentType, type ReactNode } from "react";
import type { Block } from "@vitrine/client";
import type { BlockProps } from "@/components/blocks/block";
import { CallToAction } from "@/components/blocks/call-to-action";
import { Columns } from "@/components/blocks/columns";
import { Contact } from "@/components/blocks/contact";
import { Faq } from "@/components/blocks/faq";
import { FeatureList } from "@/components/blocks/feature-list";
import { FormBlock } from "@/components/blocks/form";
import { Gallery } from "@/components/blocks/gallery";
import { Hero } from "@/components/blocks/hero";
import { PictureBlock } from "@/components/blocks/picture";
import { PostTeaser } from "@/components/blocks/post-teaser";
import { ProductBlock } from "@/components/blocks/product";
import { ProductListBlock } from "@/components/blocks/product-list";
import { Quote } from "@/components/blocks/quote";
import { RichTextBlock } from "@/components/blocks/rich-text";
import { Split } from "@/components/blocks/split";
import { Stats } from "@/components/blocks/stats";
import { Video } from "@/components/blocks/video";
import type { HeadingLevel } from "@/components/heading";

/** One component for each block type of the site. To add a type, write its component and name it here. */
const registry: Record<string, ComponentType<BlockProps<never>>> = {
  "call-to-action": CallToAction,
  columns: Columns,
  contact: Contact,
  faq: Faq,
  "feature-list": FeatureList,
  form: FormBlock,
  gallery: Gallery,
  hero: Hero,
  picture: PictureBlock,
  "post-teaser": PostTeaser,
  product: ProductBlock,
  "product-list": ProductListBlock,
  quote: Quote,
  "rich-text": RichTextBlock,
  split: Split,
  stats: Stats,
  video: Video,
};

interface BlocksProps {
  blocks: readonly Block[];
  level?: HeadingLevel;
  /** Surrounds each block. */
  Frame?: ComponentType<{ children: ReactNode }> | typeof Fragment;
}

/** Blocks in their order. Visitors see nothing of a type that is not in the registry; a developer sees a note. */
export function Blocks({ blocks, level = 2, Frame = Fragment }: BlocksProps) {
  return blocks.map((block) => (
    <Frame key={block.id}>
      <AnyBlock block={block} level={level} />
    </Frame>
  ));
}

function AnyBlock({ block: { id, type, props, children = {} }, level }: { block: Block; level: HeadingLevel }) {
  const Component = Object.hasOwn(registry, type) ? registry[type] : undefined;
  if (Component) return <Component id={id} props={props as never} slots={children} level={level} />;
  if (process.env.NODE_ENV === "production") return null;
  return (
    <p className="developer-note" data-vitrine-block={id}>
      No component shows blocks of the type <code>{type}</code>. Write one, and name it in components/blocks/blocks.tsx.
    </p>
  );
}
