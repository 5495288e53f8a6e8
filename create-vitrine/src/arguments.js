import { parseArgs } from "node:util";
import { CreateError } from "./create-error.js";

export const usage = `npm create vitrine <folder> -- [options]

  --no-install           write the files alone
  --no-start             do not start it
  --port <number>        of the storefront (4000)
  --vitrine-port <number>  of the server (3000); the sandbox that takes payments gets the next one
`;

/** The typed arguments: { folder, install, start, help, ports }. */
export function readArguments(args) {
  const { values, positionals } = parsed(args);
  if (positionals.length > 1) throw new CreateError(`One folder, please.\n\n${usage}`);
  const vitrine = portOf(values["vitrine-port"], "--vitrine-port");
  const install = !values["no-install"];
  return {
    folder: positionals[0],
    help: values.help,
    install,
    // Without an installation there is nothing to start.
    start: install && !values["no-start"],
    ports: { storefront: portOf(values.port, "--port"), vitrine, sandbox: vitrine + 1 },
  };
}

function parsed(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        "no-install": { type: "boolean", default: false },
        "no-start": { type: "boolean", default: false },
        port: { type: "string", default: "4000" },
        "vitrine-port": { type: "string", default: "3000" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new CreateError(`${error.message}\n\n${usage}`);
  }
}

function portOf(text, option) {
  const port = Number(text);
  // The sandbox takes the next one.
  if (!Number.isInteger(port) || port < 1 || port > 65_534) throw new CreateError(`${option} is a number from 1 to 65534, not "${text}".`);
  return port;
}
