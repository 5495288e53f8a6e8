import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clients } from "../lib/http/client-address.ts";

declare module "node:net" {
  interface Socket {
    /** How a connection to the API is used; absent on others. */
    use?: ConnectionUse;
  }
}

interface ConnectionUse {
  /** Requests whose responses are not written yet. */
  inFlight: number;
  /** The time of the last use, as a number that grows with each use of any connection: exact, and cheaper than the time. */
  lastUse: number;
}

/** The maximum of connections of one process; further ones wait in the operating system's queue. */
export const maxConnections = 2_000;
/** Proxies keep connections for a minute; ours outlast theirs, so that none is closed while a request is on its way. */
const keepAliveMs = 65_000;
const keepAliveWhenHalfFullMs = 5_000;
const nearlyFull = 0.9 * maxConnections;
/** The number of idle ones to close at once, so that a flood of connections does not cost a search each. */
const roomMade = maxConnections / 20;
const tickMs = 1_000;

export interface ConnectionsOptions {
  clients: Clients;
  /** Absent: any number. */
  maxPerClient: number | undefined;
  /** Once aborted, each connection ends with its next response. */
  draining: AbortSignal;
}

/**
 * Keeps connections free for all clients. One client gets a limited number; when connections run out, the idle ones are closed,
 * the longest idle first.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #perClient = new Map<string, number>();
  readonly #answering = new Set<ServerResponse>();
  readonly #timer: NodeJS.Timeout;
  #uses = 0;
  /** The value of `#uses` at the last ticks, the oldest first. */
  readonly #usesAtTicks: number[] = Array<number>(keepAliveWhenHalfFullMs / tickMs).fill(0);

  constructor(server: Server, options: ConnectionsOptions) {
    this.#server = server;
    this.#options = options;
    server.maxConnections = maxConnections;
    server.keepAliveTimeout = keepAliveMs;
    server.on("connection", (socket: Socket) => this.#begin(socket));
    options.draining.addEventListener("abort", () => {
      for (const response of this.#answering) endAfter(response);
    });
    this.#timer = setInterval(() => this.#sweep(), tickMs).unref();
    server.once("close", () => clearInterval(this.#timer));
  }

  /** Called for each request on its arrival. */
  used({ socket }: IncomingMessage, response: ServerResponse): void {
    if (this.#options.draining.aborted) endAfter(response);
    if (socket.use) socket.use.lastUse = this.#uses += 1;
  }

  /** A slow request: the connection is not idle until its response is sent. */
  answering({ socket }: IncomingMessage, response: ServerResponse): void {
    const { use } = socket;
    if (!use) return;
    use.inFlight += 1;
    this.#answering.add(response);
    response.once("close", () => {
      this.#answering.delete(response);
      use.inFlight -= 1;
      use.lastUse = this.#uses += 1;
    });
  }

  #begin(socket: Socket): void {
    const { clients, maxPerClient = Infinity } = this.#options;
    const client = clients.ofConnection(socket.remoteAddress ?? "");
    const count = client === undefined ? 0 : (this.#perClient.get(client) ?? 0);
    if (client !== undefined && count >= maxPerClient) {
      socket.destroy();
      return;
    }
    if (this.#open.size >= nearlyFull) this.#makeRoom();
    socket.use = { inFlight: 0, lastUse: (this.#uses += 1) };
    this.#open.add(socket);
    if (client !== undefined) this.#perClient.set(client, count + 1);
    socket.once("close", () => {
      this.#open.delete(socket);
      if (client === undefined) return;
      const left = (this.#perClient.get(client) ?? 1) - 1;
      if (left > 0) this.#perClient.set(client, left);
      else this.#perClient.delete(client);
    });
  }

  #idle(): { socket: Socket; lastUse: number }[] {
    const idle = [];
    for (const socket of this.#open) {
      if (socket.use?.inFlight === 0 && socket.writableLength === 0) idle.push({ socket, lastUse: socket.use.lastUse });
    }
    return idle;
  }

  #makeRoom(): void {
    const longest = this.#idle().sort((one, other) => one.lastUse - other.lastUse);
    for (const { socket } of longest.slice(0, roomMade)) socket.destroy();
  }

  #sweep(): void {
    const usesThen = this.#usesAtTicks.shift() ?? 0;
    this.#usesAtTicks.push(this.#uses);
    const isHalfFull = this.#open.size > maxConnections / 2;
    this.#server.keepAliveTimeout = isHalfFull ? keepAliveWhenHalfFullMs : keepAliveMs;
    if (!isHalfFull) return;
    for (const { socket, lastUse } of this.#idle()) if (lastUse <= usesThen) socket.destroy();
  }
}

/** Announces that the connection ends with this response, so that its client sends no more requests on it. */
function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}
