import type { EditedDraft } from "../block.ts";
import { createSaver, type Saver } from "../saver.ts";
import { openedState, type SaverState } from "../saver-state.ts";
import { setProps } from "../tree.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeServer, type Fate } from "./fake-server.ts";
import { block, page } from "./pages.ts";

/** A saver of a page with the blocks `a` and `b`, and its server. */
export class Saving {
  readonly clock = new FakeClock();
  readonly server = new FakeServer(this.clock, page([block("a"), block("b")]));
  readonly statuses: SaverState["status"][] = [];
  readonly saver: Saver;
  /** Of requests from now on. */
  fate: Fate = "answers";

  constructor() {
    const api = this.server.api("me", { latencyMs: 100, fate: () => this.fate });
    const changed = ({ status }: SaverState) => status !== this.statuses.at(-1) && this.statuses.push(status);
    this.saver = createSaver(openedState(this.server.translation()), { api, clock: this.clock, changed });
  }

  edit(change: (draft: EditedDraft) => EditedDraft): void {
    this.saver.edit(change(this.saver.state.draft));
  }

  title(title: string): void {
    this.edit((draft) => ({ ...draft, title }));
  }

  text(id: string, text: string): void {
    this.edit((draft) => ({ ...draft, composition: setProps(draft.composition ?? [], id, { text }) }));
  }
}
