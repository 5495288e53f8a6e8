/** Loads a part that nobody needs at once, so that it is there when it is asked for. Without a network it is loaded when it is needed. */
export function whenIdle(load: () => Promise<unknown>): void {
  setTimeout(() => void load().catch(() => undefined), 2_000);
}
