import { execFileSync } from "node:child_process";

/**
 * Keeps the first process, with those that it starts, on one processor, and the second one on another. The kernel puts two processes that talk over the
 * loopback interface on one processor where it can, and a third one gets the other: readers are on machines of their own. Returns how to end it; on a
 * machine with one processor it does nothing. Linux only (taskset, of util-linux).
 */
export function keepApart(first: number, second: number): () => void {
  const masks = new Map([first, second].map((pid) => [pid, maskOf(pid)]));
  const [one, other] = processorsOf(masks.get(first) ?? 0n);
  if (one === undefined || other === undefined) return () => undefined;
  restrict(first, one);
  restrict(second, other);
  return () => masks.forEach((mask, pid) => restrict(pid, mask));
}

function maskOf(pid: number): bigint {
  const [, mask] = /: ([0-9a-f]+)\s*$/.exec(execFileSync("taskset", ["-p", String(pid)], { encoding: "utf8" })) ?? [];
  if (mask === undefined) throw new Error("taskset names no processors.");
  return BigInt(`0x${mask}`);
}

/** As masks of one bit each. */
function processorsOf(mask: bigint): bigint[] {
  return Array.from({ length: mask.toString(2).length }, (_, place) => 1n << BigInt(place)).filter((each) => (mask & each) !== 0n);
}

function restrict(pid: number, mask: bigint): void {
  execFileSync("taskset", ["-ap", mask.toString(16), String(pid)], { stdio: "ignore" });
}
