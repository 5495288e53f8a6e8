import { Download, File } from "lucide-react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatBytes, formatDate } from "../app/texts.ts";
import button from "../parts/button.module.css";
import { fileAddress } from "./form-queries.ts";
import styles from "./inbox.module.css";
import type { SubmissionRow, SubmittedFile } from "./submission-rows.ts";

interface SubmissionValueProps {
  row: SubmissionRow;
  form: string;
  submission: string;
}

/** What a visitor entered in a field, as text; files to be saved. */
export function SubmissionValue({ row, form, submission }: SubmissionValueProps) {
  const { value, files, words, schema } = row;
  if (files.length > 0)
    return (
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id}>
            <SavedFile file={file} form={form} submission={submission} />
          </li>
        ))}
      </ul>
    );
  const text = textOf(value, schema?.format, words);
  return text === "" ? <span className="soft">{shopTexts.forms.nothingEntered}</span> : <span className={styles.value}>{text}</span>;
}

function textOf(value: unknown, format: unknown, words: SubmissionRow["words"]): string {
  const { yes, no } = shopTexts.forms;
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? yes : no;
  if (Array.isArray(value) && value.every((item) => typeof item !== "object"))
    return value.map((item) => textOf(item, undefined, words)).join("\n");
  if (typeof value === "object") return JSON.stringify(value, null, 2);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (format === "date" && /^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(`${text}T12:00:00Z`, { dateStyle: "long", timeZone: "UTC" });
  if (format === "date-time" && !Number.isNaN(Date.parse(text))) return formatDate(text);
  return words.get(text) ?? text;
}

/** The server sends the file so that a browser saves it: a stranger made it. */
function SavedFile({ file, form, submission }: { file: SubmittedFile; form: string; submission: string }) {
  const site = useSite();
  const { name, type, size, id } = file;
  const { forms } = shopTexts;
  return (
    <span className={styles.file}>
      <File className="icon" aria-hidden />
      <span className={styles.fileName}>
        <span>{name}</span>
        <span className="soft">
          {type} · {formatBytes(size)}
        </span>
      </span>
      <a className={button.button} href={fileAddress(site, form, submission, id)} download={name} aria-label={forms.save(name)}>
        <Download className="icon" aria-hidden />
        {forms.download}
      </a>
    </span>
  );
}
