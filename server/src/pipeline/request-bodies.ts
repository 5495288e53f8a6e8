import type { IncomingMessage } from "node:http";
import { badRequest, bodyTooLarge, ProblemError, requestTimeout, tooMany, unavailable } from "../lib/http/problem.ts";
import type { Clock } from "../ports/clock.ts";

/** Bytes of bodies that one process holds at most, from their arrival to their response. A container often has 512 MiB in all. */
export const heldBytes = 64 * 1024 * 1024;
/** The share of one client is a quarter, so that no client alone can fill them. */
export const heldBytesOfClient = heldBytes / 4;
/**
 * Bodies of one client that may be arriving for longer than a second. Behind a proxy that passes bodies on as they come, each uses a
 * connection to this process. Bodies that arrive at once are limited by the client's rate of requests.
 */
const slowOfClient = 64;
/** A body may pause this long, as for a lost packet; after that it has to have arrived at `slowestBytesPerSecond`. */
const patienceMs = 3_000;
const slowestBytesPerSecond = 1024;
const arrivesWithinMs = 15_000;
const lookEveryMs = 1_000;

interface Use {
  arriving: number;
  /** Of those, the ones that have been arriving for longer than a second. */
  slow: number;
  bytes: number;
}

/** Called with bytes as they arrive, and each second while more are due. Either refuses the body by throwing. */
interface Watch {
  hold(bytes: number): void;
  lingers(): void;
}

export interface RequestBodiesOptions {
  clock: Clock;
  /** False: only the total of all clients is limited. */
  limitsClients: boolean;
}

/** Reads bodies, and bounds their total: memory, connections and time. */
export class RequestBodies {
  readonly #options: RequestBodiesOptions;
  readonly #clients = new Map<string, Use>();
  #bytes = 0;

  constructor(options: RequestBodiesOptions) {
    this.#options = options;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The whole body. Its bytes count as held until the response is sent and `request.release` frees them. Rejects with
   * `body_too_large` beyond `maxBytes`, `request_timeout` for one that arrives too slowly, `rate_limited` where the client holds too
   * much or has too many that arrive slowly, and `unavailable` where all clients together hold too much.
   */
  async read(request: IncomingMessage, { client, maxBytes }: { client: string; maxBytes: number }): Promise<Buffer> {
    const { limitsClients } = this.#options;
    const use = this.#clients.get(client) ?? { arriving: 0, slow: 0, bytes: 0 };
    this.#clients.set(client, use);
    use.arriving += 1;
    let requestBytes = 0;
    let isSlow = false;
    const forget = () => {
      if (use.arriving === 0 && use.bytes === 0) this.#clients.delete(client);
    };
    request.release = () => {
      this.#bytes -= requestBytes;
      use.bytes -= requestBytes;
      requestBytes = 0;
      forget();
    };
    const hold = (bytes: number) => {
      if (limitsClients && use.bytes + bytes > heldBytesOfClient) throw tooMany(1);
      if (this.#bytes + bytes > heldBytes) {
        throw new ProblemError(unavailable, {
          detail: "Too many bodies arrive at once. Try again soon.",
          headers: { "retry-after": "1" },
        });
      }
      requestBytes += bytes;
      use.bytes += bytes;
      this.#bytes += bytes;
    };
    const lingers = () => {
      if (isSlow) return;
      if (limitsClients && use.slow >= slowOfClient) throw tooMany(1);
      isSlow = true;
      use.slow += 1;
    };
    try {
      return await this.#receive(request, maxBytes, { hold, lingers });
    } finally {
      use.arriving -= 1;
      if (isSlow) use.slow -= 1;
      forget();
    }
  }

  #receive(request: IncomingMessage, maxBytes: number, { hold, lingers }: Watch): Promise<Buffer> {
    const { clock } = this.#options;
    const announced = Number(request.headers["content-length"] ?? 0);
    const tooLarge = () => new ProblemError(bodyTooLarge, { detail: `A body of this operation may have ${maxBytes / 1024} KiB.` });
    if (announced > maxBytes) return Promise.reject(tooLarge());
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const beganAtMs = clock.monotonicMs();
      let received = 0;
      const end = (settle: () => void) => {
        clearInterval(look);
        request.off("data", take).off("end", whole).off("error", cut).off("close", cut);
        settle();
      };
      const refuse = (error: ProblemError) => {
        request.pause();
        end(() => reject(error));
      };
      const unlessRefused = (work: () => void) => {
        try {
          work();
        } catch (error) {
          refuse(error as ProblemError);
        }
      };
      const take = (chunk: Buffer) => {
        received += chunk.length;
        if (received > maxBytes) return refuse(tooLarge());
        unlessRefused(() => {
          hold(chunk.length);
          chunks.push(chunk);
        });
      };
      const whole = () => end(() => resolve(Buffer.concat(chunks)));
      const cut = () => end(() => reject(new ProblemError(badRequest, { detail: "The body does not have the announced length." })));
      const look = setInterval(() => {
        const elapsedMs = clock.monotonicMs() - beganAtMs;
        if (elapsedMs > arrivesWithinMs) return refuse(new ProblemError(requestTimeout));
        const due = ((elapsedMs - patienceMs) / 1_000) * slowestBytesPerSecond;
        if (received < due) {
          return refuse(new ProblemError(requestTimeout, { detail: "The body arrives too slowly. Send at least 1 KiB a second." }));
        }
        unlessRefused(lingers);
      }, lookEveryMs).unref();
      request.on("data", take).once("end", whole).once("error", cut).once("close", cut);
    });
  }
}
