import type { CommandContext } from "../../../lib/cli/command.ts";
import { doctor } from "./cli/doctor.ts";
import type { Finding } from "./work-findings.ts";

const keptForMs = 60_000;
const waitAtMostMs = 10_000;

/** The report of the doctor for any number of readers: made once a minute at most, since it asks the payment processor and reads every site. */
export class KeptFindings {
  readonly #context: Omit<CommandContext, "progress">;
  #making: Promise<Finding[] | undefined> | undefined;
  #beganAtMs = -Infinity;

  constructor(context: Omit<CommandContext, "progress">) {
    this.#context = context;
  }

  /** Undefined while it takes longer than ten seconds, or where it could not be made. */
  async read(): Promise<{ findings: Finding[] | undefined }> {
    const now = this.#context.clock.monotonicMs();
    if (!this.#making || now - this.#beganAtMs >= keptForMs) {
      this.#beganAtMs = now;
      this.#making = doctor.run({ ...this.#context, progress: () => undefined }, {}).catch(() => undefined);
    }
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), waitAtMostMs)));
    return { findings: await Promise.race([this.#making, tooLong]).finally(() => clearTimeout(timer)) };
  }
}
