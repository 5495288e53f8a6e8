import type { BlockProps } from "@/components/blocks/block";
import { EntryCard } from "@/components/entry-card";

interface PostTeaserProps {
  kind?: "post" | "guide";
  title: string;
  excerpt: string;
  byline?: string;
  minutes?: number;
  href: string;
}

/** Points to a blog post or a guide. */
export function PostTeaser({ id, props, level }: BlockProps<PostTeaserProps>) {
  return <EntryCard {...props} block={id} kind={props.kind ?? "post"} level={level} />;
}
