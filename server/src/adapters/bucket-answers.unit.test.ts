import { describe, expect, test } from "vitest";
import { isCompletion, readErrorCode, readListedPage, readUploadId } from "./bucket-answers.ts";

const entry = (key: string, size = "3") =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>${size}</Size><Owner/></Contents>`;
const list = (inside: string) => `<?xml version="1.0"?>\n<ListBucketResult xmlns="http://s3.example/doc/">${inside}</ListBucketResult>`;

describe("a list", () => {
  test("has its objects and its next page", () => {
    const text = list(`<IsTruncated>true</IsTruncated>${entry("a/b")}<NextContinuationToken>1&amp;&lt;&#50;&#x33;</NextContinuationToken>`);
    const storedAt = new Date("2026-01-02T03:04:05.000Z");
    expect(readListedPage(text)).toEqual({ objects: [{ key: "a/b", bytes: 3, storedAt }], next: "1&<23" });
    expect(readListedPage(list(""))).toEqual({ objects: [], next: undefined });
    expect(readListedPage(list(`<NextContinuationToken>x</NextContinuationToken>`))!.next).toBeUndefined();
  });

  test("leaves out keys that Vitrine never makes", () => {
    const text = list([entry("a/b"), entry("../a"), entry("a/"), entry("&lt;b&gt;"), entry("a/&#x110000;")].join("\n"));
    expect(readListedPage(text)!.objects.map(({ key }) => key)).toEqual(["a/b"]);
  });

  test.each([
    ["no document", ""],
    ["another document", "<Error><Code>X</Code></Error>"],
    ["two documents", `${list("")}${list("")}`],
    ["no end", list("").slice(0, -1)],
    ["no end of an element", list("<Contents>")],
    ["an end without a beginning", `</ListBucketResult>${list("")}`],
    ["crossed elements", list("<a><b></a></b>")],
    ["a document type", `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${list("")}`],
    ["raw text", list("<![CDATA[x]]>")],
    ["a comment", list("<!-- x -->")],
    ["an angle bracket", list("< ")],
    ["elements deep within each other", list(`${"<a>".repeat(10_000)}${"</a>".repeat(10_000)}`)],
    ["a size that is none", list(entry("a/b", "-1"))],
    ["a size beyond all", list(entry("a/b", "9".repeat(400)))],
    ["no size", list("<Contents><Key>a</Key><LastModified>2026-01-02T03:04:05Z</LastModified></Contents>")],
    ["a date that is none", list(entry("a").replace("2026-01", "2026-99"))],
    ["a next page without a name", list("<IsTruncated>true</IsTruncated>")],
  ])("is not %s", (_what, text) => {
    expect(readListedPage(text)).toBeUndefined();
  });

  test("expands no entity but those of XML", () => {
    const text = list(`<IsTruncated>true</IsTruncated><NextContinuationToken>&a;&b;&xxe;</NextContinuationToken>`);
    expect(readListedPage(text)!.next).toBe("&a;&b;&xxe;");
  });
});

test("the other responses have one word each", () => {
  expect(readUploadId("<InitiateMultipartUploadResult><UploadId>a&amp;b</UploadId></InitiateMultipartUploadResult>")).toBe("a&b");
  expect(readUploadId("<InitiateMultipartUploadResult><UploadId/></InitiateMultipartUploadResult>")).toBeUndefined();
  expect(readUploadId("<html/>")).toBeUndefined();
  expect(isCompletion("<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>")).toBe(true);
  expect(isCompletion("<Error><Code>InternalError</Code></Error>")).toBe(false);
  expect(readErrorCode("<Error><Code>NoSuchKey</Code><Message>a > b</Message></Error>")).toBe("NoSuchKey");
  expect(readErrorCode("<Error><Code>see http://evil</Code></Error>")).toBeUndefined();
});
