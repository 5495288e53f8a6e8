import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { commands } from "../commands.ts";
import { CommandError, type CommandContext } from "../lib/cli/command.ts";
import type { ValidationError } from "../lib/http/problem.ts";

// One JSON object a line. The caller sends a Call; the server sends any number of progress lines and one result or failure.
interface Call {
  command: string;
  input: object;
}
type Reply = { progress: string } | { result: unknown } | { failure: string; errors: readonly ValidationError[] };

// The systems' limits for the path of a socket (sun_path): 104 bytes on macOS, 108 on Linux.
const maxSocketPath = 103;

/** Lets the command line run its commands inside this process, which holds the embedded database. Open to the same user only. */
export async function listenForCommands(
  path: string,
  context: Omit<CommandContext, "progress">,
): Promise<{ close(): Promise<void> } | undefined> {
  if (Buffer.byteLength(path) > maxSocketPath) return undefined;
  // The previous owner of this socket is gone: this process holds the folder's lock.
  await rm(path, { force: true });
  const server: Server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    void answerCall(socket, context);
  });
  const umask = process.umask(0o177);
  try {
    server.listen(path);
    await once(server, "listening");
  } finally {
    process.umask(umask);
  }
  await chmod(path, 0o600);
  return {
    close: async () => {
      server.close();
      await rm(path, { force: true });
    },
  };
}

async function answerCall(socket: Socket, context: Omit<CommandContext, "progress">): Promise<void> {
  const send = (reply: Reply) => void (socket.writable && socket.write(`${JSON.stringify(reply)}\n`));
  try {
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      const { command: name, input } = JSON.parse(line) as Call;
      const command = commands.find((candidate) => candidate.name === name);
      if (!command) throw new Error(`This server does not know the command "${name}": run the command line of the same version.`);
      const result = await command.run({ ...context, progress: (text) => send({ progress: text }) }, input);
      send({ result });
      break;
    }
  } catch (error) {
    send({ failure: error instanceof Error ? error.message : "It failed.", errors: error instanceof CommandError ? error.errors : [] });
  }
  socket.end();
}

/** Runs a command inside the server behind the socket. Rejects with a CommandError when it fails there. */
export async function callServer(path: string, call: Call, progress: (line: string) => void): Promise<unknown> {
  const socket = createConnection(path);
  await once(socket, "connect");
  socket.write(`${JSON.stringify(call)}\n`);
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    const reply = JSON.parse(line) as Reply;
    if ("progress" in reply) progress(reply.progress);
    else if ("failure" in reply) throw new CommandError(reply.failure, reply.errors);
    else return reply.result;
  }
  throw new Error("The server ended before it responded.");
}
