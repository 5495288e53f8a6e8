import { serveBare } from "./bare.ts";

/** By path: the length of a body, and the headers with it, names and values in turn. */
export type BareFiles = Readonly<Record<string, { bytes: number; headers: string[] }>>;

/** Sends as many bytes as each file has, with the same headers: the cost of node:http alone. */
serveBare((files: BareFiles) => {
  const ready = new Map(Object.entries(files).map(([path, { bytes, headers }]) => [path, { headers, body: Buffer.alloc(bytes, "x") }]));
  return ({ url = "" }, response) => {
    const file = ready.get(url);
    if (file) response.writeHead(200, file.headers).end(file.body);
    else response.writeHead(404).end();
  };
});
