"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { allowOrderingAgain, emptyOrderedCart } from "@/lib/cart";

const refreshMs = 2_000;

interface AfterOrderProps {
  /** That of the cart that was ordered. */
  cartKey: string;
  outcome: "ordered" | "waiting" | "over";
}

/** The browser's part once the state of an order is known: empties the cart, looks again, or lets the cart be ordered once more. */
export function AfterOrder({ cartKey, outcome }: AfterOrderProps) {
  const router = useRouter();
  useEffect(() => {
    if (outcome === "ordered") emptyOrderedCart(cartKey);
    if (outcome === "over") allowOrderingAgain(cartKey);
    if (outcome !== "waiting") return undefined;
    const timer = setInterval(() => router.refresh(), refreshMs);
    return () => clearInterval(timer);
  }, [cartKey, outcome, router]);
  return null;
}
