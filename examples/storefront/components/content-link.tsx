import Link from "next/link";
import type { ReactNode } from "react";
import { contentHref } from "@/lib/links";
import { currentLocale } from "@/lib/locale";

/** A link that an editor wrote. What must not be a link is shown as text. */
export async function ContentLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const { locale } = await currentLocale();
  const target = contentHref(href, locale);
  if (target === undefined) return <span>{children}</span>;
  return (
    <Link href={target} className={className} rel={target.startsWith("http") ? "noopener noreferrer" : undefined}>
      {children}
    </Link>
  );
}
