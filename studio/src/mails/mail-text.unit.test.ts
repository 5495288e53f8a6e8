import { describe, expect, it } from "vitest";
import { mailTextErrors, withSamples } from "./mail-text.ts";

const placeholders = [
  { name: "site", required: false, inSubject: true, sample: "Fjord & Form" },
  { name: "link", required: true, inSubject: false, sample: "https://shop.example/confirm" },
  { name: "order", required: false, inSubject: false, sample: "2 × Lykt\n1 × Pads" },
  { name: "parcel", required: false, inSubject: true, sample: "" },
];

describe("the errors of a mail's text", () => {
  it.each([
    ["Hello from {site}", "Open {link}", {}],
    [" ", "", { subject: { code: "blank", name: "" }, body: { code: "blank", name: "" } }],
    ["Hello {", "Open {link}", { subject: { code: "brace", name: "" } }],
    ["Hello {nam}", "{link}", { subject: { code: "unknown", name: "nam" } }],
    ["Hello {link}", "{link}", { subject: { code: "inSubject", name: "link" } }],
    ["Hello", "Welcome to {site}", { body: { code: "missing", name: "link" } }],
    ["Hello", "{link} }", { body: { code: "brace", name: "" } }],
  ])("of %j and %j", (subject, body, errors) => {
    expect(mailTextErrors({ subject, body }, placeholders)).toEqual(errors);
  });
});

describe("a mail with sample values", () => {
  it("has them in place of the placeholders, and no line whose placeholder has none", () => {
    const body = "Hello,\n\n{order}\n\nParcel: {parcel}\n\n{link} {parcel}\n";
    expect(withSamples({ subject: "{site}: <b>new</b>", body }, placeholders)).toEqual({
      subject: "Fjord & Form: <b>new</b>",
      body: "Hello,\n\n2 × Lykt\n1 × Pads\n\nhttps://shop.example/confirm",
    });
  });

  it("reads no sample as a text with placeholders, and no pattern in it", () => {
    const sample = [{ name: "site", required: false, inSubject: true, sample: "{order} $& $1" }];
    expect(withSamples({ subject: "{site}", body: "{site}" }, sample)).toEqual({ subject: "{order} $& $1", body: "{order} $& $1" });
  });
});
