import type { SampleSite, SiteMail } from "../../../lib/mails/site-mail.ts";
import { messages } from "../../../lib/messages/index.ts";
import { html, type Html } from "../../../lib/text/html.ts";
import { languageOf } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";
import { fieldsOf, type Field } from "./form-fields.ts";
import { withFileTexts, type SubmittedFile } from "./upload-fields.ts";
import type { Schema } from "./form-members.ts";

export interface AboutFormMail {
  locale: string;
  siteName: string;
  formName: string;
  schema: Schema;
  data: Readonly<Record<string, unknown>>;
  submittedAt: Date;
  /** The address of a file of the submission for people of the site, by its id. */
  fileUrl(id: string): string;
  /** The address for replies. */
  replyTo: string | undefined;
}

/**
 * Tells the people of a site about a form submission, in the site's language where there is a translation, else in English. Every submitted
 * text stands behind the name of its field, or is indented; and if a form accepts members that it does not name, these come last, below a
 * sentence that says so, with their names in quotes. So no submitted text looks like another field, or like the email's own words.
 */
function formMail(about: AboutFormMail): { subject: string; text: string; html: string } {
  const language = languageOf(about.locale);
  const texts = messages[language].formMail;
  const site = plainLine(about.siteName, 100);
  const form = plainLine(about.formName, 100);
  return layOutMail({
    language,
    site,
    subject: texts.subject(form, site),
    name: null,
    opening: texts.opening(form, instantText(about.submittedAt)),
    details: shownFields(about),
    link: null,
    closing: about.replyTo === undefined ? [] : [texts.reply(about.replyTo)],
    ...(about.replyTo === undefined ? {} : { footer: texts.footer }),
  });
}

/** The mail, also for a text of the site's own. */
export function formSiteMail(about: AboutFormMail): SiteMail<"form-notice"> {
  const values = {
    site: plainLine(about.siteName, 100),
    form: plainLine(about.formName, 100),
    submittedAt: instantText(about.submittedAt),
    fields: shownFields(about),
    replyTo: about.replyTo ?? null,
  };
  return { kind: "form-notice", locale: about.locale, ours: formMail(about), values };
}

/** A mail with values that nobody has. */
export function sampleFormMail({ siteName, locale }: SampleSite): SiteMail<"form-notice"> {
  const schema = { type: "object", properties: { name: { type: "string", title: "Name" }, message: { type: "string", title: "Message" } } };
  const data = { name: "Ada", message: "Hello!\nDo you have this in blue?" };
  const submittedAt = new Date("2026-11-20T09:30:00.000Z");
  const fileUrl = () => "";
  return formSiteMail({ locale, siteName, formName: "Contact", schema, data, submittedAt, fileUrl, replyTo: "ada@example.com" });
}

function instantText(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function shownFields({ locale, schema, data, fileUrl }: AboutFormMail): { text: string; html: Html } {
  const texts = messages[languageOf(locale)].formMail;
  // Never attached: a mailbox keeps for ever what the site may have to erase.
  const textOfFiles = (files: readonly SubmittedFile[]) =>
    files.map(({ id, name, size }) => `${plainLine(name, 200)} (${Math.ceil(size / 1024)} KB)\n${fileUrl(id)}`).join("\n");
  const { fields, others, left } = fieldsOf(schema, withFileTexts(schema, data, textOfFiles), texts);
  const mailFields = { fields, others, notAsked: texts.notAsked, more: left > 0 ? texts.more(left) : null };
  return { text: textOf(mailFields), html: htmlOf(mailFields) };
}

interface Shown {
  fields: readonly Field[];
  others: readonly Field[];
  notAsked: string;
  more: string | null;
}

function textOf({ fields, others, notAsked, more }: Shown): string {
  // Only titles of fields, names in quotes and our own sentences start a line.
  const block = ({ label, lines }: Field) =>
    lines.length === 1 ? `${label}: ${lines[0] ?? ""}` : `${label}:\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}`;
  return [...fields.map(block), ...(others.length === 0 ? [] : [notAsked, ...others.map(block)]), ...(more === null ? [] : [more])].join(
    "\n\n",
  );
}

const style = {
  table: "width:100%;margin:0 0 24px;border-collapse:collapse;font:inherit",
  cell: "padding:8px 0;border-top:1px solid #8a8f98;overflow-wrap:anywhere;word-break:break-word",
};

function htmlOf({ fields, others, notAsked, more }: Shown): Html {
  return html`${fields.length > 0 && tableOf(fields)}${
    others.length > 0 &&
    html`<p>${notAsked}</p>
      ${tableOf(others)}`
  }
  ${more !== null && html`<p>${more}</p>`}`;
}

function tableOf(fields: readonly Field[]): Html {
  return html`<table style="${style.table}">
    ${fields.map(
      ({ label, lines }) =>
        html`<tr>
          <td style="${style.cell}"><strong dir="auto">${label}</strong><br /><span dir="auto">${lines.map(lineHtml)}</span></td>
        </tr>`,
    )}
  </table>`;
}

/** A line with its indentation, which HTML would drop. */
function lineHtml(line: string, index: number): Html {
  const indent = line.length - line.trimStart().length;
  return html`${index > 0 && html`<br />`}${"\u00a0".repeat(indent)}${line.slice(indent)}`;
}
