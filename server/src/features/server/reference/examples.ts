import { readFile } from "node:fs/promises";
import { packageFolder } from "../../../lib/package-folder.ts";

/** A request that succeeds on the demo site, and its response. Recorded by `npm run generate`. */
export interface Example {
  request: {
    params?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, string>>;
    body?: unknown;
  };
  /** The values in the request that each server makes for itself. */
  fills: readonly ExampleFill[];
  /** Operations whose examples are sent first. */
  after?: readonly string[];
  note?: string;
  /** False: no reader can send it. */
  isSendable?: boolean;
  status: number;
  response: unknown;
  /** Long lists and texts of the response are cut, and long members left out. */
  isShortened?: true;
}

/** A recorded value, and how the page gets one that is valid on this server. */
export interface ExampleFill {
  value: string;
  /** A member of the response to the example of another operation: its id, and a JSON Pointer. */
  from?: string;
  at?: string;
  /** Any value that nobody has used, with something random for the asterisk. */
  fresh?: string;
  /** The first group of this pattern in the newest mail to the reader. */
  mail?: string;
  /** Known to the server: the token of the demo's preview. */
  given?: "preview";
}

/** The folder of the page's files and its recorded examples. */
export const referenceFolder = new URL("reference/", packageFolder);

/** The address in recorded responses. */
const recordedUrl = "http://localhost:3000";

/** The examples by operation, as a server at this address answers them. */
export async function readExamples(publicUrl: string): Promise<Readonly<Record<string, Example>>> {
  const text = await readFile(new URL("examples.json", referenceFolder), "utf8");
  return JSON.parse(text.replaceAll(recordedUrl, JSON.stringify(publicUrl).slice(1, -1))) as Record<string, Example>;
}
