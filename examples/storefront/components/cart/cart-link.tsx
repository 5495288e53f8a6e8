"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useCart } from "@/lib/cart";
import { plural } from "@/messages/fill";

interface CartLinkProps {
  locale: string;
  title: string;
  count: { one: string; other: string };
  children: ReactNode;
}

/** Leads to the cart and says how much is in it. */
export function CartLink({ locale, title, count, children }: CartLinkProps) {
  const items = (useCart()?.lines ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Link
      href={`/${locale}/cart`}
      className="tool cart-link"
      aria-label={items > 0 ? plural(count, items, locale) : title}
      prefetch={false}
    >
      {children}
      {items > 0 && (
        <span className="badge" aria-hidden="true">
          {items}
        </span>
      )}
    </Link>
  );
}
