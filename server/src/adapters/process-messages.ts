/** One end of the channel between a process and the one that forked it: `process`, or the other's handle. */
export interface MessagePort {
  send?(message: object, sent: () => void): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

/** The requests that one end of a channel handles. The value is the response; a rejection is passed on without its reason. */
export type Answers = Readonly<Record<string, (body: never) => unknown>>;

/** Sends a request to the other end, and rejects when no response comes in time. */
export type Ask = (topic: string, body: unknown, timeoutMs: number) => Promise<unknown>;

interface Message {
  vitrine: "ask" | "answer";
  id: number;
  topic?: string;
  body?: unknown;
  failed?: boolean;
}

/** Responds to requests of the other end of a channel, and allows requests to it. Other messages on the same channel are ignored. */
export function converse(port: MessagePort, answers: Answers): Ask {
  const waiting = new Map<number, (answer: Message) => void>();
  let asked = 0;
  const send = (message: Message) => {
    // A response to a closing channel is lost: the caller gets none, and times out. Without a callback for
    // the error, it would end the process.
    port.send?.(message, () => undefined);
  };
  const answer = async ({ id, topic = "", body }: Message) => {
    try {
      send({ vitrine: "answer", id, body: await answers[topic]?.(body as never) });
    } catch {
      send({ vitrine: "answer", id, failed: true });
    }
  };
  port.on("message", (message) => {
    const { vitrine, id } = (message ?? {}) as Partial<Message>;
    if (vitrine === "ask") void answer(message as Message);
    if (vitrine === "answer" && id !== undefined) waiting.get(id)?.(message as Message);
  });
  return (topic, body, timeoutMs) => {
    const id = (asked += 1);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(id);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`No response to "${topic}".`));
      }, timeoutMs);
      waiting.set(id, (message) => {
        end();
        if (message.failed) reject(new Error(`"${topic}" failed.`));
        else resolve(message.body);
      });
      send({ vitrine: "ask", id, topic, body });
    });
  };
}
