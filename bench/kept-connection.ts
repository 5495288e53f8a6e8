import { connect, type Socket } from "node:net";

export interface Asked {
  status: number;
  body: string;
}

/** One connection to a server on the loopback interface, for one request after the other. */
export interface KeptConnection {
  /** Sends a whole request as text. Rejects without a complete response. */
  ask(request: string): Promise<Asked>;
  close(): void;
}

const silenceMs = 10_000;

/** Does as little as possible for a response: a client's processor time is taken from the server that it measures. */
export function keepConnection(port: number): KeptConnection {
  let socket: Socket | undefined;

  const ask = (request: string) =>
    new Promise<Asked>((resolve, reject) => {
      const asked = (socket ??= connect({ port, host: "127.0.0.1", noDelay: true }));
      let received: Buffer | undefined;
      const end = (outcome: () => void, isOver: boolean) => {
        clearTimeout(silence);
        asked.removeAllListeners();
        if (isOver) {
          asked.on("error", () => undefined).destroy();
          socket = undefined;
        }
        outcome();
      };
      const fail = (why: string) => end(() => reject(new Error(why)), true);
      const silence = setTimeout(fail, silenceMs, "A response did not come.");
      asked.on("data", (chunk: Buffer) => {
        received = received ? Buffer.concat([received, chunk]) : chunk;
        const answer = wholeAnswer(received);
        if (answer === "endless") fail("A response has no content-length.");
        else if (answer) end(() => resolve(answer), answer.isLast);
      });
      asked.on("error", (error) => fail(error.message));
      asked.on("close", () => fail("The server closed a connection before its response was complete."));
      asked.write(request);
    });
  return { ask, close: () => socket?.destroy() };
}

/** The response and whether the server hangs up after it; undefined while it is incomplete, `endless` without a length. */
function wholeAnswer(received: Buffer): (Asked & { isLast: boolean }) | "endless" | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = received.toString("latin1", 0, end + 2).toLowerCase();
  const length = Number(/\r\ncontent-length: (\d+)\r\n/.exec(head)?.[1]);
  if (Number.isNaN(length)) return "endless";
  const bodyAt = end + 4;
  if (received.length < bodyAt + length) return undefined;
  return {
    status: Number(head.slice(9, 12)),
    body: received.toString("utf8", bodyAt, bodyAt + length),
    isLast: head.includes("\r\nconnection: close\r\n"),
  };
}
