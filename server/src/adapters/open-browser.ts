import { spawn } from "node:child_process";

/** The system's own command that opens an address. */
function opener(platform: NodeJS.Platform): [command: string, ...args: string[]] {
  if (platform === "darwin") return ["open"];
  // The empty argument is the title of a window, which `start` takes first.
  if (platform === "win32") return ["cmd", "/c", "start", ""];
  return ["xdg-open"];
}

/** Whether somebody sits before this machine's screen: no pipe, no remote shell, no build server. */
export function hasScreen(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean, platform = process.platform): boolean {
  const isRemote = env.SSH_CONNECTION !== undefined || env.CI !== undefined;
  const hasDisplay = platform === "darwin" || platform === "win32" || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
  return isTerminal && !isRemote && hasDisplay;
}

/** Opens an address in the browser, if there is one. The address must be made here, of nothing that came from outside. */
export function openBrowser(url: string): void {
  const [command, ...args] = opener(process.platform);
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  // Its address is printed too.
  child.on("error", () => undefined);
  child.unref();
}
