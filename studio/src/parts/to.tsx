import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { targetOf } from "../app/place.ts";

/** A link to a path of the studio, with its query. */
export function To({ path, className = "", children }: { path: string; className?: string | undefined; children: ReactNode }) {
  const { to, search } = targetOf(path);
  return (
    <Link to={to} search={search} className={className} activeOptions={{ exact: true }}>
      {children}
    </Link>
  );
}
