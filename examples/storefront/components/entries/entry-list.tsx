import { EntryCard } from "@/components/entry-card";

interface EntryListProps {
  kind: "post" | "guide";
  entries: readonly { slug: string; title: string; excerpt: string; byline?: string | undefined; minutes?: number | undefined }[];
  level: 2 | 3;
}

export function EntryList({ kind, entries, level }: EntryListProps) {
  const area = kind === "guide" ? "guides" : "blog";
  return (
    <div className="entry-list">
      {entries.map(({ slug, ...entry }) => (
        <EntryCard key={slug} kind={kind} {...entry} href={`/${area}/${slug}`} level={level} />
      ))}
    </div>
  );
}
