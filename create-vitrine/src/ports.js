import { once } from "node:events";
import { createServer } from "node:net";
import { CreateError } from "./create-error.js";

const optionOf = { storefront: "--port", vitrine: "--vitrine-port", sandbox: "--vitrine-port" };

/** Throws unless nothing listens on the ports, and no two of them are the same. */
export async function requireFreePorts(ports) {
  const taken = new Map();
  for (const [name, port] of Object.entries(ports)) {
    if (taken.has(port)) throw new CreateError(`The ${taken.get(port)} and the ${name} cannot both have port ${port}.`);
    taken.set(port, name);
    if (!(await isFree(port)))
      throw new CreateError(
        `Port ${port}, for the ${name}, is in use. Stop what uses it, choose another one with ${optionOf[name]}, or add --no-start.`,
      );
  }
}

async function isFree(port) {
  const server = createServer();
  try {
    server.listen(port);
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
