import { availableParallelism, loadavg } from "node:os";

/** When a part was measured, and on what, as its section says. */
export function measuredAlone({ postgres, loadBefore }: { postgres: string; loadBefore: number }): string {
  const [date] = new Date().toISOString().split("T");
  const loads = [loadBefore, loadavg()[0] ?? 0].map((load) => load.toFixed(1)).join(" and ");
  return `Measured alone on ${date}, with ${availableParallelism()} cores, Node ${process.versions.node} and PostgreSQL ${postgres}; load average before and after: ${loads}.`;
}

/** The heading before which a section stands that the report did not have. */
const last = "## What stays on";

/**
 * The report with a section that was measured alone in place of the one of the same heading. `measured` says when, and on what: it
 * stands below the heading.
 */
export function withSection(report: string, section: string, measured: string): string {
  const [heading = "", ...lines] = section.trim().split("\n");
  if (!heading.startsWith("## ")) throw new Error("A section of the report begins with its heading.");
  const sectionText = [heading, "", measured, ...lines, "", ""].join("\n");
  const start = report.indexOf(`\n${heading}\n`) + 1;
  if (start > 0) {
    const end = report.indexOf("\n## ", start);
    return report.slice(0, start) + sectionText + (end < 0 ? "" : report.slice(end + 1));
  }
  const before = report.indexOf(`\n${last}\n`) + 1;
  return before > 0 ? report.slice(0, before) + sectionText + report.slice(before) : `${report.trimEnd()}\n\n${sectionText}`;
}
