import { ContentLink } from "@/components/content-link";
import { Heading, type HeadingLevel } from "@/components/heading";
import { duration } from "@/lib/dates";
import { currentLocale } from "@/lib/locale";

interface EntryCardProps {
  kind: "post" | "guide";
  title: string;
  excerpt: string;
  byline?: string | undefined;
  minutes?: number | undefined;
  /** As content has it, without a locale: /blog/oak-is-not-brown. */
  href: string;
  level: HeadingLevel;
  /** The id of the block that it is. */
  block?: string;
}

/** A card that leads to a post or a guide. All of it can be clicked, and its link is its title alone. */
export async function EntryCard({ kind, title, excerpt, byline, minutes, href, level, block }: EntryCardProps) {
  const { locale, words } = await currentLocale();
  const facts = [byline, minutes === undefined ? undefined : duration(minutes, locale)].filter(Boolean).join(" · ");
  return (
    <article className="card entry-card" data-vitrine-block={block}>
      <p className="eyebrow">{kind === "guide" ? words.entries.guide : words.entries.post}</p>
      <Heading level={level}>
        <ContentLink href={href} className="card-link">
          {title}
        </ContentLink>
      </Heading>
      <p>{excerpt}</p>
      {facts && <p className="soft small">{facts}</p>}
    </article>
  );
}
