import { open } from "node:fs/promises";

/** Old Office files by the names of their main streams, which their directory has in UTF-16. */
const programs: readonly (readonly [stream: string, program: string, ending: string])[] = [
  ["WordDocument", "Word", ".docx"],
  ["Workbook", "Excel", ".xlsx"],
  ["Book", "Excel", ".xlsx"],
  ["PowerPoint Document", "PowerPoint", ".pptx"],
];
/** How much of the directory is searched: 256 entries. */
const searched = 32 * 1_024;

/** Why a compound file is refused, as the sentence for its sender. */
export async function oldOfficeOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(512);
    await file.read(head, 0, head.length, 0);
    const at = (head.readUInt32LE(48) + 1) * 2 ** Math.min(head.readUInt16LE(30), 12);
    const directory = Buffer.alloc(searched);
    await file.read(directory, 0, searched, at);
    const entries = Array.from({ length: searched / 128 }, (_, index) => directory.subarray(index * 128, index * 128 + 128));
    const names = entries.map((entry) => entry.toString("utf16le", 0, 64).replace(/\0.*$/s, ""));
    const [, program, ending] = programs.find(([stream]) => names.includes(stream)) ?? [];
    if (program === undefined) return "Old Office files are not accepted. Save it as .docx, .xlsx or .pptx.";
    return `Old ${program} files are not accepted. Save it as ${ending}.`;
  } finally {
    await file.close();
  }
}
