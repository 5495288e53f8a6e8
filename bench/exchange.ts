import { request } from "node:http";

/** A read as every client of the bench sends it. */
export interface Read {
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** An answer as it came, without the headers that node:http writes by itself. */
export interface Answer {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  /** Empty for 304. */
  body: string;
}

const writtenByNode = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);
/** Different in each answer of Vitrine; a bare server repeats those of one answer. */
const changing = new Set(["x-request-id", "ratelimit"]);

/** The whole request as text, with nothing in it but what is needed. */
export function requestText({ path, headers }: Read): string {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

export function ask(port: number, { path, headers }: Read): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ port, host: "127.0.0.1", path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairs(response.rawHeaders)
            .filter(([name]) => !writtenByNode.has(name.toLowerCase()))
            .flat(),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asking.on("error", reject).end();
  });
}

/** Throws unless both servers give the same answers: else the comparison would be of two different things. */
export async function requireSameAnswers(portA: number, portB: number, reads: readonly Read[]): Promise<void> {
  for (const read of reads) {
    const [a, b] = await Promise.all([ask(portA, read), ask(portB, read)]);
    if (constantPart(a) !== constantPart(b)) {
      throw new Error(`${read.path} is answered differently:\n${JSON.stringify(a)}\n${JSON.stringify(b)}`);
    }
  }
}

function constantPart({ status, headers, body }: Answer): string {
  const constant = pairs(headers).filter(([name]) => !changing.has(name));
  return JSON.stringify({ status, headers: constant.map((pair) => pair.join(": ")).sort(), body });
}

export function headerOf({ headers }: Answer, wanted: string): string | undefined {
  return pairs(headers).find(([name]) => name === wanted)?.[1];
}

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] as string, flat[2 * index + 1] as string]);
}
