import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contactForm, formOf, submitter } from "../../../test/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../../../test/harness.ts";
import { csvText } from "../lib/csv.ts";
import { formList } from "./form-list.ts";
import { formSubmissions, submissionsCsv } from "./form-submissions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const context = () => ({ ...server.deps, progress: () => undefined });
const anything = { type: "object", additionalProperties: true };
const found = (site: TestSite, { form = "form", limit = 50, spam = false } = {}) =>
  formSubmissions.run(context(), { slug: site.slug, form, limit, spam });

/** The rows of a CSV, as RFC 4180 reads it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== "") {
    const [field = ""] = /^"(?:[^"]|"")*"|^[^",\r\n]*/.exec(rest) ?? [];
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    rest = rest.slice(field.length);
    if (rest.startsWith(",")) rest = rest.slice(1);
    else if (rest.startsWith("\r\n")) {
      rows.push(row);
      row = [];
      rest = rest.slice(2);
    } else throw new Error(`Neither a comma nor the end of a line: ${JSON.stringify(rest.slice(0, 20))}`);
  }
  return rows;
}

describe("the forms of a site", () => {
  test("are listed with what was submitted, spam apart", async () => {
    const site = await server.addSite({ forms: [contactForm(), formOf({ schema: anything })] });
    await submitter(server, site, "form")({ a: 1 });
    await submitter(server, site, "form")({ a: 1, _hp: "x" });
    const forms = await formList.run(context(), { slug: site.slug });
    expect(forms).toEqual([
      { slug: "contact", name: "Contact", version: 1, submissions: 0, spam: 0, latestAt: null },
      { slug: "form", name: "A form", version: 1, submissions: 1, spam: 1, latestAt: "2026-11-20T09:30:00.000Z" },
    ]);
    expect(formList.print(forms).split("\n")[2]).toBe("form     A form   1        1            1     2026-11-20T09:30:00.000Z");
    expect(formList.print([])).toBe("No forms.");
    await expect(formList.run(context(), { slug: "nothing" })).rejects.toThrow('There is no site "nothing"');
  });
});

describe("what was submitted", () => {
  test("is shown the newest first, as much of it as is wanted, spam where it is", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    for (let index = 0; index < 5; index += 1) {
      await submitter(server, site, "form")({ number: index, ...(index === 3 ? { _hp: "x" } : {}) });
      server.clock.advance(1_000);
    }
    const numbers = async (options: Parameters<typeof found>[1]) => (await found(site, options)).map(({ data }) => data["number"]);
    expect(await numbers({})).toEqual([4, 2, 1, 0]);
    expect(await numbers({ spam: true })).toEqual([4, 3, 2, 1, 0]);
    expect(await numbers({ limit: 2 })).toEqual([4, 2]);
    expect(
      formSubmissions
        .print(await found(site, { spam: true, limit: 2 }))
        .split("\n")
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ["submitted at", "version", "spam", "number"],
      [expect.any(String), "1", "4"],
      [expect.any(String), "1", "yes", "3"],
    ]);
    expect(formSubmissions.print([])).toBe("No submissions.");
    await expect(found(site, { form: "nothing" })).rejects.toThrow('has no form "nothing"');
  });

  test("is all there, however much it is and however much of it came at one moment", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    await submitter(server, site, "form")({ first: true });
    await server.deps.sql`
      insert into form_submissions (site_id, id, form_id, form_version, data, client, created_at)
      select site_id, gen_random_uuid(), form_id, 1, json_build_object('number', number), '', created_at - interval '1 s' * (number / 500)
      from form_submissions cross join generate_series(1, 1299) as numbers (number)
      where site_id = ${site.id}`;
    const all = await found(site, { limit: 1_000_000_000 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(1_300);
    expect(await found(site, { limit: 450 })).toEqual(all.slice(0, 450));
    expect(await found(site, { limit: 400 })).toEqual(all.slice(0, 400));
  });

  test("does nothing to the terminal that shows it", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    await submitter(server, site, "form")({ "\u001b[31m": "\u001b]0;title\u0007\r\nnext\u202e", list: ["\u009b1m"] });
    const table = formSubmissions.print(await found(site));
    expect(table.split("\n")).toHaveLength(2);
    expect(table.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });
});

describe("in a spreadsheet", () => {
  test("each field has a column, and what is nested is JSON", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    await submitter(server, site, "form")({ a: "x", list: [1, "2"], none: null });
    server.clock.advance(1_000);
    await submitter(server, site, "form")({ b: true, n: 1.5, a: 'two "lines",\nhere', _hp: "x" });
    const submissions = await found(site, { spam: true });
    const [newest, oldest] = submissions;
    expect(parseCsv(submissionsCsv(submissions))).toEqual([
      ["id", "submitted at", "version", "spam", "b", "n", "a", "list", "none"],
      [newest?.id, newest?.submittedAt, "1", "yes", "true", "1.5", 'two "lines",\nhere', "", ""],
      [oldest?.id, oldest?.submittedAt, "1", "no", "", "", "x", '[1,"2"]', ""],
    ]);
    expect(submissionsCsv([])).toBe("id,submitted at,version,spam\r\n");
  });

  test("nothing is a formula, and no name of a field is one", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    const formulas = [
      "=1+1",
      "+1",
      "-2+3",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "=cmd|' /C calc'!A0",
      '=HYPERLINK("http://x.example")',
      "'=1",
      " =1",
      "a=1",
    ];
    await submitter(
      server,
      site,
      "form",
    )({ ...Object.fromEntries(formulas.map((text, index) => [`f${index}`, text])), "=evil": "ok", n: -5 });
    const [head, row] = parseCsv(submissionsCsv(await found(site)));
    expect(row?.slice(4)).toEqual([...formulas.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)), "ok", "'-5"]);
    expect(head?.slice(-2)).toEqual(["'=evil", "n"]);
  });

  test("a row is a row, whatever stands in it", () => {
    const rows = [
      ['"', ",", "\r\n", "\n", "\r", "a\r\nb", "", "ü🦭", "\u2028"],
      ['""', '"a"', ","],
    ];
    expect(parseCsv(csvText(rows)).map((row) => row.map((value) => value.replace(/^'/, "")))).toEqual(rows);
    expect(csvText([["a\0b", "\ud800"]])).toBe("a\ufffdb,\ufffd\r\n");
  });
});
