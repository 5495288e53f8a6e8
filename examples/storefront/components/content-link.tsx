import Link from "next/link";
import type { ReactNode } from "react";
import { contentHref } from "@/lib/links";
import { currentLocale } from "@/lib/locale";

interface ContentLinkProps {
  href: string;
  className?: string;
  /** False: nothing is loaded until somebody follows the link. */
  prefetch?: false;
  children: ReactNode;
}

/** A link that an editor wrote. What must not be a link is shown as text. */
export async function ContentLink({ href, className, prefetch, children }: ContentLinkProps) {
  const { locale } = await currentLocale();
  const target = contentHref(href, locale);
  if (target === undefined) return <span>{children}</span>;
  return (
    <Link
      href={target}
      className={className}
      prefetch={prefetch ?? null}
      rel={target.startsWith("http") ? "noopener noreferrer" : undefined}
    >
      {children}
    </Link>
  );
}
