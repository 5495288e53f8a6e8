import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contactForm, formOf, submitter } from "../../../../../../test/kit/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { csvText } from "../../../../lib/text/csv.ts";
import type { Submission } from "../staff-forms.ts";
import { submissionsCsv, submissionsJson, submissionsTable, type SubmissionsInput } from "../submission-texts.ts";
import { formList } from "./form-list.ts";
import { formSubmissions } from "./form-submissions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const context = () => ({ ...server.deps, progress: () => undefined });
const anything = { type: "object", additionalProperties: true };
const page = (input: SubmissionsInput) => formSubmissions.run(context(), input);
const all = 1_000_000_000;
const wanted = (site: TestSite, { form = "form", limit = all, spam = false } = {}) => ({ slug: site.slug, form, limit, spam });
type Wanted = Parameters<typeof wanted>[1];
const tableOf = (site: TestSite, options: Wanted = {}) => textOf(submissionsTable(page, wanted(site, { limit: 50, ...options })));
async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}
const csvOf = (site: TestSite, options: Wanted = {}) => textOf(submissionsCsv(page, wanted(site, options)));
const jsonOf = async (site: TestSite, options: Wanted = {}) =>
  JSON.parse(await textOf(submissionsJson(page, wanted(site, options)))) as Submission[];

/** The rows of a CSV file, as RFC 4180 reads it after its byte order mark. */
function parseCsv(text: string): string[][] {
  expect(text.startsWith("\ufeff")).toBe(true);
  return parseRows(text.slice(1));
}

function parseRows(text: string): string[][] {
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

describe("form list", () => {
  test("counts the submissions of each form, and spam separately", async () => {
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

describe("form submissions", () => {
  test("shows the newest first, up to the limit, and spam on request", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    for (let index = 0; index < 5; index += 1) {
      await submitter(server, site, "form")({ number: index, ...(index === 3 ? { _hp: "x" } : {}) });
      server.clock.advance(1_000);
    }
    const numbers = async (options: Wanted) => (await jsonOf(site, options)).map(({ data }) => data["number"]);
    expect(await numbers({})).toEqual([4, 2, 1, 0]);
    expect(await numbers({ spam: true })).toEqual([4, 3, 2, 1, 0]);
    expect(await numbers({ limit: 2 })).toEqual([4, 2]);
    expect((await tableOf(site, { spam: true, limit: 2 })).split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["submitted at", "version", "spam", "number"],
      [expect.any(String), "1", "4"],
      [expect.any(String), "1", "yes", "3"],
      ["… the latest 2 of 5; --limit shows more"],
      [""],
    ]);
    expect(await tableOf(site, { limit: 3 })).toContain("… the latest 3 of 4;");
    expect(await tableOf(site, { limit: 4 })).not.toContain("latest");
  });

  test("shows nothing if there are none, and fails if there is no such form", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    expect(await tableOf(site)).toBe("No submissions.\n");
    expect(await textOf(submissionsJson(page, wanted(site)))).toBe("[]\n");
    for (const output of [tableOf, jsonOf, csvOf]) {
      await expect(output(site, { form: "nothing" })).rejects.toThrow('has no form "nothing"');
    }
  });

  test("shows all submissions, even many from the same moment", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    await submitter(server, site, "form")({ first: true });
    await server.deps.sql`
      insert into form_submissions (site_id, id, form_id, form_version, data, client, created_at)
      select site_id, gen_random_uuid(), form_id, 1, json_build_object('number', number), '', created_at - interval '1 s' * (number / 500)
      from form_submissions cross join generate_series(1, 1299) as numbers (number)
      where site_id = ${site.id}`;
    const submissions = await jsonOf(site);
    expect(new Set(submissions.map(({ id }) => id)).size).toBe(1_300);
    expect(await jsonOf(site, { limit: 450 })).toEqual(submissions.slice(0, 450));
    expect(await jsonOf(site, { limit: 400 })).toEqual(submissions.slice(0, 400));
    expect(parseCsv(await csvOf(site)).map(([id]) => id)).toEqual(["id", ...submissions.map(({ id }) => id)]);
  });

  test("reads pages of few rows and few bytes, each when it is needed", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    await submitter(server, site, "form")({ number: 0 });
    const add = (rows: number, length: number) => server.deps.sql`
      insert into form_submissions (site_id, id, form_id, form_version, data, client, created_at)
      select site_id, gen_random_uuid(), form_id, 1, json_build_object('text', repeat('x', ${length}::int)), '', created_at
      from form_submissions cross join generate_series(1, ${rows}::int)
      where site_id = ${site.id} and data ->> 'number' = '0'`;
    await add(40, 250_000);
    const pages: { submissions: number; bytes: number }[] = [];
    const counted = async (input: SubmissionsInput) => {
      const answer = await page(input);
      pages.push({ submissions: answer.submissions.length, bytes: JSON.stringify(answer).length });
      return answer;
    };
    let rows = 0;
    for await (const chunk of submissionsCsv(counted, wanted(site))) {
      rows += 1;
      // The head of the first page, and of each but the last what it holds.
      expect(rows - 1).toBeLessThanOrEqual(pages.reduce((sum, { submissions }) => sum + submissions, 0));
      if (rows === 1) expect([chunk.length < 100, pages.length]).toEqual([true, 1]);
    }
    expect(rows).toBe(42);
    expect(pages.map(({ submissions }) => submissions)).toEqual([16, 16, 9]);
    for (const { bytes } of pages) expect(bytes).toBeLessThan(5_000_000);
    await server.deps.sql`delete from form_submissions where site_id = ${site.id} and data ->> 'number' is null`;
    await add(500, 10);
    pages.length = 0;
    await textOf(submissionsJson(counted, wanted(site)));
    expect(pages.map(({ submissions }) => submissions)).toEqual([200, 200, 101]);
  });

  test("writes no control characters to the terminal", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: anything })] });
    await submitter(server, site, "form")({ "\u001b[31m": "\u001b]0;title\u0007\r\nnext\u202e", list: ["\u009b1m"] });
    const table = await tableOf(site);
    expect(table.split("\n")).toHaveLength(3);
    expect(table).toContain("next");
    expect(table.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });
});

describe("the CSV of submissions", () => {
  const text = { type: "string" };

  test("has a column for each field of the form, with JSON for nested values and for unnamed members", async () => {
    const schema = { type: "object", additionalProperties: true, required: ["z"], properties: { b: {}, a: {}, list: {} } };
    const site = await server.addSite({ forms: [formOf({ schema })] });
    const submit = submitter(server, site, "form");
    await submit({ z: "x", a: "ü", list: [1, "2"], none: null, b: null });
    server.clock.advance(1_000);
    await submit({ z: 1.5, b: true, a: 'two "lines",\nhere; or not', extra: "e", _hp: "x" });
    const [newest, oldest] = await jsonOf(site, { spam: true });
    expect(parseCsv(await csvOf(site, { spam: true }))).toEqual([
      ["id", "submitted at", "version", "spam", "b", "a", "list", "z", "other"],
      [newest?.id, newest?.submittedAt, "1", "yes", "true", 'two "lines",\nhere; or not', "", "1.5", '{"extra":"e"}'],
      [oldest?.id, oldest?.submittedAt, "1", "no", "", "ü", '[1,"2"]', "x", '{"none":null}'],
    ]);
  });

  test("has no two columns with the same name", async () => {
    const schema = { type: "object", properties: { id: text, version: text, spam: text, other: text, ID: text, name: text } };
    const site = await server.addSite({ forms: [formOf({ schema })] });
    expect(await csvOf(site)).toBe(
      '\ufeff"id","submitted at","version","spam","data.id","data.version","data.spam","data.other","data.ID","name","other"\r\n',
    );
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['=HYPERLINK("http://x.example")', '\'=HYPERLINK("http://x.example")'],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["\n=1", "'\n=1"],
    ["\tx", "'\tx"],
    [" =1", "' =1"],
    ["\u00a0+1", "'\u00a0+1"],
    ["\ufeff=1", "'\ufeff=1"],
    ["\u200b\u00ad\u2060@x", "'\u200b\u00ad\u2060@x"],
    ["\u0001=1", "'\u0001=1"],
    ["\u3164-1", "'\u3164-1"],
    ["＝1", "'＝1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x", "'＠x"],
    [" ＝1", "' ＝1"],
    ["﹣1", "'﹣1"],
    ["a=1", "a=1"],
    ["'=1", "''=1"],
    ["1-2", "1-2"],
    [" a", " a"],
    ["", ""],
    ["   ", "   "],
    ["– dash", "– dash"],
    ["ａ=1", "ａ=1"],
  ])("contains %j as text, not as a formula", (value, written) => {
    expect(parseRows(csvText([[value, "x"]]))).toEqual([[written, "x"]]);
  });

  test("contains no submitted formula", async () => {
    const site = await server.addSite({ forms: [formOf({ schema: { ...anything, properties: { a: {}, n: {} } } })] });
    await submitter(server, site, "form")({ a: "=1", n: -5, "=evil": "+1" });
    const [head, row] = parseCsv(await csvOf(site));
    expect(head?.slice(4)).toEqual(["a", "n", "other"]);
    expect(row?.slice(4)).toEqual(["'=1", "'-5", '{"=evil":"+1"}']);
  });

  test("keeps one row for each submission, whatever characters it contains", () => {
    const rows = [
      ['"', ",", "a\r\nb", "a\rb", "", "ü🦭", "\u2028", ";", "a;b"],
      ['""', '"a"', ","],
    ];
    expect(parseRows(csvText(rows))).toEqual(rows);
    expect(parseRows(csvText([["\r\n", "\n", "\r"]]))).toEqual([["'\r\n", "'\n", "'\r"]]);
    expect(csvText([["a\0b", "\ud800", 'a"b']])).toBe('"a\ufffdb","\ufffd","a""b"\r\n');
  });
});
