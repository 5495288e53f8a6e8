import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { text as streamText } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail server that keeps accepted mails. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const taken: { from: string; to: string[]; raw: string }[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      void streamText(stream).then((raw) => {
        taken.push({ from: mailFrom === false ? "" : mailFrom.address, to: rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { taken, port: (server.server.address() as AddressInfo).port, close, connections: () => connections };
}

/** A server that speaks by a script. */
export async function startRawServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  };
  return { port: (server.address() as AddressInfo).port, close };
}
