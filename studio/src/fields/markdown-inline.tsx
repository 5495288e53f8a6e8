import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { serverAddress } from "../app/api.ts";
import { useSite } from "../app/site.tsx";
import { assetQuery } from "../media/asset-queries.ts";
import styles from "./markdown.module.css";

// None begins in the middle of a run of its own marks, and none reads past the next one: no text takes long.
const pieces = new RegExp(
  [
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /(?<!`)(?<ticks>`+)(?!`)(?<code>[^`]+)\k<ticks>(?!`)/,
    /(?<picture>!?)\[(?<label>(?:\\.|[^[\]\\])*)\]\((?<href>[^\s()<>]*)(?:\s+"[^"]*")?\)/,
    /<(?<bare>(?:https?:\/\/|mailto:)[^\s<>]+)>/,
    /\*\*(?=\S)(?<bold>(?:[^*]|\*(?!\*)|\*(?=\*\*(?!\*)))+)\*\*/,
    /\*(?=[^\s*])(?<italic>[^*]+)\*/,
    /(?<![\p{L}\p{N}_])_(?=[^\s_])(?<under>[^_]+)_(?![\p{L}\p{N}])/u,
    /(?<breaks>(?:(?<! ) {2,}|\\)\n)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** A line of Markdown. What is not a mark, or a mark without its other half, is text. */
export function inline(text: string): ReactNode {
  const nodes: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(pieces)) {
    nodes.push(text.slice(from, index), <Fragment key={index}>{piece(groups)}</Fragment>);
    from = index + whole.length;
  }
  nodes.push(text.slice(from));
  return nodes;
}

function piece({ escaped, code, picture, label = "", href = "", bare, bold, italic, under, breaks }: Record<string, string>): ReactNode {
  if (escaped !== undefined) return escaped;
  if (code !== undefined) return <code>{code}</code>;
  if (bare !== undefined) return <Link href={bare}>{bare.replace(/^mailto:/, "")}</Link>;
  if (breaks !== undefined) return <br />;
  if (bold !== undefined) return <strong>{inline(bold)}</strong>;
  const slanted = italic ?? under;
  if (slanted !== undefined) return <em>{inline(slanted)}</em>;
  if (picture !== "!") return <Link href={href}>{inline(label)}</Link>;
  if (href.startsWith("asset:")) return <SitePicture id={href.slice("asset:".length)} alt={label} />;
  // Pictures of other servers are not shown: the page's policy forbids that.
  return href.startsWith("/media/") ? <img src={serverAddress(href)} alt={label} /> : <em>{label}</em>;
}

/** A picture of the media library, where a link names it by its id; by its name only its words are shown. */
function SitePicture({ id, alt }: { id: string; alt: string }) {
  const site = useSite();
  const { data } = useQuery({ ...assetQuery(site, id), enabled: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id), retry: false });
  return data ? <img src={serverAddress(data.url)} alt={alt} /> : <em>{alt}</em>;
}

/** Looks like a link and leads nowhere: nobody leaves the text by a slip. */
function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <span className={styles.link} title={href}>
      {children}
    </span>
  );
}
