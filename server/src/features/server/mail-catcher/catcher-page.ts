import type { Deps } from "../../../deps.ts";
import type { CaughtMails } from "../../../ports/mailer.ts";
import { basePathOf } from "../../../lib/http/base-path.ts";
import { cspHash, html, pageBasics, styleElement, type Html } from "../../../lib/text/html.ts";

/** The dependencies of the mail-catcher's pages. */
export interface CatcherDeps extends Pick<Deps, "publicUrl"> {
  caughtMails: CaughtMails;
}

/** A page of the mail-catcher, in the frame that its pages share. */
export function catcherPage(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${pageBasics}
        <title>${title}</title>
        ${styleElement(css)}
      </head>
      <body>
        ${content}
      </body>
    </html> `.toString();
}

/** The content policy of a catcher page. An email brings styles of its own, which no hash can foresee. */
export function catcherPolicy(styles: "own" | "of a mail"): string {
  const source = styles === "own" ? cspHash(css) : "'unsafe-inline'";
  return `default-src 'none'; style-src ${source}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;
}

/** The address of the pages: below the server's public path. */
export function mailPath(publicUrl: string): string {
  return `${basePathOf(publicUrl)}/dev/mail`;
}

/** `2026-11-20 09:30:00`, in UTC. */
export function timeText(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

const css = `
:root {
  color-scheme: light dark;
  --ground: #f1f2f6; --sheet: #ffffff; --line: #d9dce4; --ink: #1b1e27; --soft: #545a69; --accent: #2450c8; --note: #fdf3d7; --note-ink: #5c4300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12141a; --sheet: #1c1f28; --line: #333846; --ink: #eceef4; --soft: #aeb4c3; --accent: #9db6ff; --note: #362c12; --note-ink: #f3dc9b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 32px 24px 48px; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
}
header, main { max-width: 68rem; margin: 0 auto; }
h1 { margin: 0 0 16px; font-size: 1.75rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { margin: 32px 0 12px; font-size: 1.125rem; }
p { margin: 0 0 16px; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.note { margin-bottom: 24px; padding: 12px 18px; border-radius: 12px; background: var(--note); color: var(--note-ink); }
.note a { color: inherit; }
.back a { display: inline-block; padding: 9px 0; font-weight: 600; }
.soft { color: var(--soft); }
.sheet { overflow: hidden; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; }
.empty { padding: 56px 24px; text-align: center; }
.empty p:last-child { margin: 0; color: var(--soft); }
.empty .first { margin-bottom: 8px; font-size: 1.25rem; font-weight: 600; }
table { width: 100%; border-collapse: collapse; }
caption { padding: 14px 20px; color: var(--soft); text-align: start; }
th, td { padding: 12px 20px; border-top: 1px solid var(--line); text-align: start; vertical-align: top; }
thead th { color: var(--soft); font-size: 0.875rem; font-weight: 600; }
tbody th { min-width: 16rem; font-weight: 600; }
tbody td { min-width: 10rem; }
tbody th a { display: block; }
.sheet + p { margin-top: 20px; }
.time { white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--soft); }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 20px; margin: 0; padding: 18px 20px; }
dt { color: var(--soft); }
dd { margin: 0; }
pre { margin: 0; padding: 20px; white-space: pre-wrap; overflow-wrap: anywhere; font: 0.9375rem/1.6 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
iframe { display: block; width: 100%; height: 40rem; max-height: 85vh; border: 0; background: var(--sheet); }
@media (max-width: 44rem) {
  body { padding: 24px 16px 40px; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, caption, tbody, tr, th, td { display: block; }
  tr { padding: 12px 18px; border-top: 1px solid var(--line); }
  caption { padding: 12px 18px; }
  th, td { padding: 2px 0; border: 0; }
  tbody th, tbody td { min-width: 0; }
  td { font-size: 0.9375rem; color: var(--soft); }
  td[data-name]::before { content: attr(data-name) " "; }
  tbody th a { padding: 9px 0; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 10px; }
}
`;
