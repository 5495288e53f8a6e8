import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { serveBare } from "./bare.ts";

/** Writes each body to a file of the folder, and answers once it is on the disk. */
export interface BareUpload {
  folder: string;
}

serveBare(({ folder }: BareUpload) => {
  let files = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const path = join(folder, String((files += 1)));
    await pipeline(request, createWriteStream(path));
    const file = await open(path, "r+");
    await file.sync();
    await file.close();
    response.writeHead(201, { "content-length": "0" }).end();
  };
  return (request, response) => void receive(request, response);
});
