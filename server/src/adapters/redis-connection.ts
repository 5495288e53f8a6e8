import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** The expected response of Redis to a command: its first line, with its end, and the number of further lines. */
interface ExpectedAnswer {
  first: string;
  more: number;
}

/** A connection to Redis for one command after the other. */
export interface RedisConnection {
  /** The lines after the first. Rejects, with the connection closed, after an unexpected response or a timeout. */
  ask(words: readonly (string | number)[], expected: ExpectedAnswer): Promise<string[]>;
  isOpen(): boolean;
  close(): void;
}

const ok: ExpectedAnswer = { first: "+OK\r\n", more: 0 };
/** The length of one line: a number and its length are far shorter, and so is the start of an error. */
const longestLine = 64;

/**
 * Connects to `redis[s]://[user:password@]host[:port][/database]` within the time. Responses of Redis are not trusted: an
 * unexpected one closes the connection, and no more of it is read than the expected response can be long.
 */
export async function connectRedis(url: string, timeoutMs: number): Promise<RedisConnection> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const to = { host, port: port === "" ? 6379 : Number(port) };
  const socket = protocol === "rediss:" ? connectTls({ ...to, ...(isIP(host) ? {} : { servername: host }) }) : connect(to);
  const connection = converse(socket, timeoutMs);
  const timer = setTimeout(() => connection.close(), timeoutMs);
  try {
    await Promise.race([
      once(socket, protocol === "rediss:" ? "secureConnect" : "connect"),
      once(socket, "close").then(() => Promise.reject(new Error("Redis cannot be reached."))),
    ]);
    if (password !== "") await connection.ask(["AUTH", ...[username, password].filter((word) => word !== "").map(decodeURIComponent)], ok);
    if (pathname.length > 1) await connection.ask(["SELECT", pathname.slice(1)], ok);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function converse(socket: Socket, timeoutMs: number): RedisConnection {
  let listener: ((chunk: string) => void) | undefined;
  socket.setEncoding("latin1").setKeepAlive(true).setNoDelay(true);
  socket.on("error", () => undefined);
  socket.on("data", (chunk: string) => {
    // No command is pending: a response that comes now would be taken for the next one's.
    if (listener) listener(chunk);
    else socket.destroy();
  });
  return {
    ask: async (words, { first, more }) => {
      const longest = first.length + more * longestLine;
      let text = "";
      let lines = 0;
      let stop: () => void = () => undefined;
      try {
        return await new Promise<string[]>((resolve, reject) => {
          const fail = (cause: string) => reject(new Error(`Redis ${cause}.`));
          const onClose = () => fail("closed the connection");
          const timer = setTimeout(() => fail("does not respond"), timeoutMs);
          stop = () => {
            clearTimeout(timer);
            socket.off("close", onClose);
            listener = undefined;
          };
          listener = (chunk) => {
            text += chunk;
            lines += chunk.split("\n").length - 1;
            const isAsExpected = text.startsWith(first.slice(0, text.length)) && text.length <= longest && lines <= more + 1;
            if (!isAsExpected) fail("sent an unexpected response");
            else if (lines === more + 1 && text.endsWith("\r\n")) resolve(text.slice(first.length, -2).split("\r\n"));
          };
          socket.on("close", onClose);
          if (socket.destroyed) onClose();
          socket.write(commandOf(words));
        });
      } catch (error) {
        socket.destroy();
        throw error;
      } finally {
        stop();
      }
    },
    isOpen: () => !socket.destroyed && socket.readyState === "open",
    close: () => socket.destroy(),
  };
}

/** https://redis.io/docs/latest/develop/reference/protocol-spec/: an array of texts, each with its length in bytes. */
function commandOf(words: readonly (string | number)[]): string {
  const texts = words.map((word) => Buffer.from(String(word)));
  return [`*${texts.length}`, ...texts.flatMap((text) => [`$${text.length}`, text.toString("latin1")]), ""].join("\r\n");
}
