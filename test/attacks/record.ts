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
  /** The unit of one attempt, in the plural: "pages opened", "requests", "kills". */
  unit: string;
  /** The number of these units in this run. */
  tried: number;
  /** The promise that held each time: "no script ran, no request left the page". */
  promise: string;
}

/** Records the attempts of a test. Call it last, after all expectations have held, so that a test that failed adds no line. */
export function recordAttack({ task }: TestContext, attack: Attack): void {
  task.meta.attack = attack;
}
