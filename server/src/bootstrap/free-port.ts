import { once } from "node:events";
import { createServer } from "node:net";

/** Another program listens on the port of a setting. */
class PortInUse extends Error {
  override readonly name = "PortInUse";
  constructor(setting: string, port: number) {
    super(`Port ${port} is in use. Stop the program that uses it, or set ${setting} to another port.`);
  }
}

/**
 * Throws PortInUse unless the port is free, or the system's own error if nobody may listen there. Called before the database is
 * touched: a server that cannot start should not migrate one.
 */
export async function requireFreePort(setting: string, port: number, host: string): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    probe.listen({ port, host });
    await once(probe, "listening");
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EADDRINUSE" ? new PortInUse(setting, port) : error;
  } finally {
    probe.close();
  }
}
