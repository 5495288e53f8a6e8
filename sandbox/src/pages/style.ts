export const css = `
:root {
  color-scheme: light dark;
  --ground: #eef0ee; --sheet: #ffffff; --line: #d3d9d5; --ink: #16201c; --soft: #53605a; --accent: #0a6650; --on-accent: #ffffff;
  --tint: #e7f3ef; --note: #fcefc7; --note-ink: #574100; --bad: #a4231c; --bad-tint: #fdecea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101513; --sheet: #19201d; --line: #35403b; --ink: #e9efec; --soft: #a5b2ac; --accent: #79dcbb; --on-accent: #05281e;
    --tint: #1d332b; --note: #3a2f10; --note-ink: #f6dd98; --bad: #ffb0a8; --bad-tint: #3b1d1b;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
.banner { margin: 0; padding: 10px 20px; background: var(--note); color: var(--note-ink); text-align: center; }
main { max-width: 64rem; margin: 0 auto; padding: 40px 24px 64px; }
h1, h2, p, ul, dl, dd, fieldset { margin: 0; }
h1 { font-size: 1.125rem; font-weight: 600; }
h2 { font-size: 1.125rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.soft { color: var(--soft); }
.total { margin-top: 4px; font-size: 2.5rem; font-weight: 650; line-height: 1.15; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.checkout { display: grid; gap: 32px 56px; }
@media (min-width: 54rem) {
  .checkout { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); align-items: start; }
  .summary { padding-top: 12px; }
}
.items { margin-top: 24px; padding: 0; list-style: none; }
.items li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 20px; padding: 14px 0; border-top: 1px solid var(--line); }
.items .sum { text-align: end; font-variant-numeric: tabular-nums; }
.items .name { font-weight: 600; }
.items .soft { font-size: 0.9375rem; }
.items li.all { font-weight: 650; border-top-width: 2px; }
.sheet { padding: 28px; background: var(--sheet); border: 1px solid var(--line); border-radius: 16px; }
.sheet > * + * { margin-top: 24px; }
.narrow { max-width: 34rem; margin: 0 auto; }
.narrow h1 { font-size: 1.5rem; line-height: 1.25; }
.narrow > * + * { margin-top: 16px; }
label[for], legend { display: block; padding: 0; font-weight: 600; }
.hint { color: var(--soft); font-size: 0.9375rem; }
input:not([type="radio"]), select {
  width: 100%; min-height: 48px; margin-top: 8px; padding: 10px 14px; font: inherit; color: inherit; background: var(--sheet);
  border: 1px solid var(--soft); border-radius: 10px;
}
input[readonly] { background: var(--ground); border-color: var(--line); }
input[aria-invalid="true"] { border: 2px solid var(--bad); }
.wrong { color: var(--bad); font-weight: 600; }
fieldset { min-width: 0; padding: 0; border: 0; }
.cards { display: grid; gap: 10px; margin-top: 10px; }
.card {
  display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 14px; padding: 13px 16px; border: 1px solid var(--line); border-radius: 12px; cursor: pointer;
}
.bank { display: none; margin-top: 20px; }
fieldset:has([value$="-later"]:checked) .bank { display: block; }
.card:hover { border-color: var(--soft); }
.card:has(:checked) { border-color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent); }
.card:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.card input { width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--accent); }
.card input:focus-visible { outline: none; }
.card .number { font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
.card span { display: block; }
.card .title { font-weight: 600; }
.card .soft { font-size: 0.9375rem; }
.button {
  display: block; width: 100%; min-height: 52px; padding: 12px 20px; font: inherit; font-size: 1.0625rem; font-weight: 650; text-align: center;
  text-decoration: none; color: var(--on-accent); background: var(--accent); border: 2px solid var(--accent); border-radius: 12px; cursor: pointer;
}
.button:hover { filter: brightness(1.08); }
.button:focus-visible { border-radius: 12px; }
.button.plain { color: var(--ink); background: none; border-color: var(--soft); }
.buttons { display: grid; gap: 12px; }
.back { text-align: center; }
.back a { display: inline-block; padding: 8px; }
.alert { padding: 16px 18px; color: var(--bad); background: var(--bad-tint); border: 1px solid currentColor; border-radius: 12px; }
.alert a { color: inherit; }
.alert p + p { margin-top: 4px; }
.alert .first { font-weight: 650; }
.overview > * + * { margin-top: 40px; }
.overview h1 { font-size: 1.75rem; line-height: 1.25; letter-spacing: -0.01em; }
.overview header p { max-width: 44rem; margin-top: 12px; }
.overview h2 + * { margin-top: 12px; }
code { font: 0.9375em ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
.table { overflow: hidden; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 11px 18px; border-top: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: break-word; }
thead th { border: 0; color: var(--soft); font-size: 0.875rem; font-weight: 600; }
tbody th { font-weight: 600; overflow-wrap: anywhere; }
.amount, .time, .account { white-space: nowrap; font-variant-numeric: tabular-nums; }
.time, .account { color: var(--soft); }
.empty { padding: 28px 18px; color: var(--soft); text-align: center; }
.good { color: var(--accent); font-weight: 600; }
@media (max-width: 44rem) {
  main { padding: 24px 16px 48px; }
  .sheet { padding: 20px 16px; }
  .total { font-size: 2rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; }
  tr { padding: 12px 16px; border-top: 1px solid var(--line); }
  tbody tr:first-child { border: 0; }
  th, td { padding: 1px 0; border: 0; }
}
`;
