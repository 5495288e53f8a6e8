export const errors = [
  "none",
  "delay",
  "hang",
  "error-before",
  "error-after",
  "reset-before",
  "reset-after",
  "rate-limit",
  "garbage",
  "html",
  "no-id",
  "redirect",
  "wrong-amount",
  "slow-body",
] as const;

export type Fault = (typeof errors)[number];

export interface Behaviour {
  set(operation: string, error: Fault, delayMs: number | undefined, times: number | undefined): void;
  /** The fault and delay for the next call of an operation. A setting for the operation by name takes precedence over one for all. */
  next(operation: string): { fault: Fault; delayMs: number | undefined };
}

export function behaviour(): Behaviour {
  const set = new Map<string, { fault: Fault; delayMs: number | undefined; left: number }>();
  return {
    set(operation, error, delayMs, times) {
      if (error !== "none") set.set(operation, { fault: error, delayMs, left: times ?? Infinity });
      else if (operation === "*") set.clear();
      else set.delete(operation);
    },
    next(operation) {
      for (const name of [operation, "*"]) {
        const plannedFault = set.get(name);
        if (!plannedFault) continue;
        if (--plannedFault.left <= 0) set.delete(name);
        return plannedFault;
      }
      return { fault: "none", delayMs: undefined };
    },
  };
}
