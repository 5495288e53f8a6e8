import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** Responds to one settlement of a number of buckets. */
export type Mode = (socket: Socket, buckets: number) => void;

/** Speaks enough of Redis's protocol to receive a request, and then responds by its mode. */
export interface FakeRedis {
  port: number;
  mode: Mode | undefined;
  /** The number of settlements requested. */
  asked(): number;
  close(): Promise<void>;
}

/** One response in Redis's protocol: each bucket has this much left. */
export const leaving = (...left: (string | number)[]) =>
  `*${left.length}\r\n${left.map((text) => `$${String(text).length}\r\n${text}\r\n`).join("")}`;

/** Without a mode it reads nothing, and closes each connection. */
export async function startFakeRedis(): Promise<FakeRedis> {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => undefined));
    if (!fake.mode) return void socket.destroy();
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let taken = takeCommand(text); taken; taken = takeCommand(text)) {
        text = text.slice(taken.length);
        const [name = "", , buckets] = taken.words;
        if (name.toLowerCase() !== "eval") socket.write("+OK\r\n");
        else {
          asked += 1;
          if (fake.mode) fake.mode(socket, Number(buckets));
          else socket.destroy();
        }
      }
    });
  });
  const fake = {
    port: 0,
    mode: undefined as Mode | undefined,
    asked: () => asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  fake.port = (server.address() as AddressInfo).port;
  return fake;
}

/** The first command received, if it is complete: an array of texts with their lengths. */
function takeCommand(text: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return undefined;
  const words: string[] = [];
  let at = head[0].length;
  while (words.length < Number(head[1])) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20));
    if (!size) return undefined;
    at += size[0].length;
    const end = at + Number(size[1]);
    if (end + 2 > text.length) return undefined;
    words.push(text.slice(at, end));
    at = end + 2;
  }
  return { words, length: at };
}
