import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    attack?: Attack;
  }
}

/** One line of the table in docs/run/security.md. */
export interface Attack {
  /** Names the attack and its target: "Markup in stored fields, opened in Chromium". */
  attack: string;
  /** The unit of one try, in the plural: "pages opened", "requests", "kills". */
  unit: string;
  /** How many of these this run made. */
  tried: number;
  /** The promise that held each time: "no script ran, no request left the page". */
  held: string;
}

/** Records the tries of a test. Called last, once all of its expectations held: a failed attack has no line. */
export function recordAttack({ task }: TestContext, attack: Attack): void {
  task.meta.attack = attack;
}
