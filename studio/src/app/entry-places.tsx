import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { File } from "lucide-react";
import type { ReactNode } from "react";
import { contentTypesQuery } from "../content/types.ts";
import styles from "./shell.module.css";
import { useSite } from "./site.tsx";

/** The place of the entries, and below it those of the content types that have one entry. `link` is the former, for the present place or for one below it. */
export function EntryPlaces({ link }: { link(isInside: boolean): ReactNode }) {
  const site = useSite();
  const { pathname } = useLocation();
  const { data: types = [] } = useQuery(contentTypesQuery(site));
  const singles = types.filter(({ single }) => single).map(({ type, title }) => ({ title, path: `/sites/${site.slug}/entries/${type}` }));
  return (
    <>
      {link(singles.some(({ path }) => `${pathname}/`.startsWith(`${path}/`)))}
      {singles.map(({ path, title }) => (
        <li key={path}>
          <Link to={path as "/"} className={styles.place ?? ""} activeProps={{ className: styles.here ?? "", "aria-current": "page" }}>
            <File className="icon" aria-hidden />
            <span className={styles.words}>{title}</span>
          </Link>
        </li>
      ))}
    </>
  );
}
