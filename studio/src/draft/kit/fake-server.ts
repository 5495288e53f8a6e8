import type { Draft, Translation } from "@vitrine/client/admin";
import { readDraft, sentDraft, type EditedDraft } from "../block.ts";
import type { DraftApi } from "../saver.ts";
import type { FakeClock } from "./fake-clock.ts";

export function failure(status: number, code: string, detail = code): Error {
  return Object.assign(new Error(code), { name: "VitrineError", code, status, detail, errors: [], requestId: "r" });
}

/** How a request fares: it answers, or gets lost before or after the server has done it. */
export type Fate = "answers" | "lost before" | "lost after";

export interface Network {
  latencyMs: number;
  fate: () => Fate;
}

/** One translation on a server, with the rules of its revisions. */
export class FakeServer {
  revision = 1;
  readonly history: EditedDraft[] = [];
  saves = 0;
  atOnce = 0;
  mostAtOnce = 0;
  /** Answers everything, instead of the server. */
  problem: Error | undefined;
  /** Each restart loses the answers that are under way. */
  run = 1;
  isDown = false;
  private text: string;
  private editedBy: { id: string; name: string } | null = null;
  private readonly clock: FakeClock;

  constructor(clock: FakeClock, draft: EditedDraft) {
    this.clock = clock;
    this.text = JSON.stringify(sentDraft(draft));
    this.history.push(draft);
  }

  get draft(): EditedDraft {
    return this.translation().draft as EditedDraft;
  }

  translation(): Translation {
    const draft = JSON.parse(this.text) as EditedDraft;
    const { revision, editedBy } = this;
    return { id: "t", locale: "en", state: "DRAFT", revision, draft, published: null, problems: [], editedBy } as unknown as Translation;
  }

  /** Saves for somebody who does everything right. */
  edit(change: (draft: EditedDraft) => EditedDraft, by = "Ana"): void {
    this.store(change(readDraft(this.draft as Draft)), by);
  }

  api(by: string, network: Network = { latencyMs: 100, fate: () => "answers" }): DraftApi {
    const exchange = async (act: () => Translation): Promise<Translation> => {
      const { run } = this;
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
      const fate = network.fate();
      try {
        await this.clock.wait(network.latencyMs / 2);
        if (fate === "lost before" || this.isDown || run !== this.run) throw failure(0, "network_error");
        if (this.problem) throw this.problem;
        const answer = act();
        await this.clock.wait(network.latencyMs / 2);
        if (fate === "lost after" || run !== this.run) throw failure(0, "network_error");
        return answer;
      } finally {
        this.atOnce -= 1;
      }
    };
    return {
      read: () => exchange(() => this.translation()),
      save: (draft, revision) =>
        exchange(() => {
          if (revision !== this.revision) throw failure(412, "revision_conflict");
          this.saves += 1;
          this.store(draft, by);
          return this.translation();
        }),
    };
  }

  private store(draft: EditedDraft, by: string): void {
    this.text = JSON.stringify(sentDraft(draft));
    this.revision += 1;
    this.editedBy = { id: by, name: by };
    this.history.push(readDraft(JSON.parse(this.text) as Draft));
  }
}
