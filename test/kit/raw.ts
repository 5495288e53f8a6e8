import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Sends raw bytes and reads everything until the server closes, or until nothing more comes for `waitMs`. */
export async function sendRaw(port: number, bytes: string | Buffer, waitMs = 300): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const chunks: Buffer[] = [];
    const done = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString("latin1"));
    };
    let timer = setTimeout(done, 5_000);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      clearTimeout(timer);
      timer = setTimeout(done, waitMs);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      done();
    });
  });
}

/** The first response in the server's output. */
export function parseRaw(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]));
  return { status: Number(statusLine.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}
