import { request, type Agent } from "node:http";

/** A read as every client of the bench sends it. */
export interface Read {
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** A raw response, without the headers that node:http writes by itself. */
export interface Answer {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  /** Empty for 304. */
  body: string;
}

const writtenByNode = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);
/** Different in each response of Vitrine; a bare server repeats those of one response. */
const changing = new Set(["x-request-id", "ratelimit", "server-timing"]);

/** The whole request as text, with only the necessary parts. */
export function requestText({ path, headers }: Read): string {
  return `GET ${path} HTTP/1.1\r\n${headerLines(headers)}\r\n`;
}

/** The same for something to be posted as JSON. */
export function postText(read: Read, body: object): string {
  return sendText("POST", read, body);
}

/** The same for something to be sent as JSON. */
export function sendText(method: "POST" | "PUT", { path, headers }: Read, body: object): string {
  const json = JSON.stringify(body);
  const all = { ...headers, "content-type": "application/json", "content-length": String(Buffer.byteLength(json)) };
  return `${method} ${path} HTTP/1.1\r\n${headerLines(all)}\r\n${json}`;
}

function headerLines(headers: Read["headers"]): string {
  return Object.entries({ host: "127.0.0.1", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/** Sends one request. Through an agent if given, else on a connection of its own. */
export function ask(port: number, { path, headers }: Read, agent: Agent | false = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ port, host: "127.0.0.1", path, headers, agent }, (response) => {
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

/** Throws unless both servers return the same responses: otherwise the comparison would be of two different things. */
export async function requireSameAnswers(portA: number, portB: number, reads: readonly Read[]): Promise<void> {
  for (const read of reads) {
    const [a, b] = (await Promise.all([ask(portA, read), ask(portB, read)])).map(constantPart) as [string, string];
    if (a === b) continue;
    const at = [...a].findIndex((letter, index) => letter !== b[index]);
    const around = (text: string) => `… ${text.slice(Math.max(0, at - 100), at + 100)} …`;
    throw new Error(`${read.path} has different responses, unless the build is older than the source:\n${around(a)}\n${around(b)}`);
  }
}

function constantPart({ status, headers, body }: Answer): string {
  const constant = pairs(headers).filter(([name]) => !changing.has(name));
  return JSON.stringify({ status, headers: constant.map((pair) => pair.join(": ")).sort(), body });
}

export function headerOf({ headers }: Answer, wanted: string): string | undefined {
  return pairs(headers).find(([name]) => name === wanted)?.[1];
}

/** Names and values in turn, as pairs. */
export function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] as string, flat[2 * index + 1] as string]);
}
