import type { Clock } from "../clock.ts";

/** Time that passes when a test says so. */
export class FakeClock implements Clock {
  private time = 1_000_000;
  private timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  chance(): number {
    return 0;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((each) => each !== timer));
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets time pass, with everything that is due in it. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.time = next.at;
      next.run();
    }
    this.time = end;
  }
}
