import type { StoreApi } from "zustand/vanilla";
import type { EditedDraft } from "../block.ts";
import { createDraftStore, type DraftRecords } from "../draft-store.ts";
import { openDraft, type OpenDraft } from "../open-draft.ts";
import { insert, move, remove, update, walk } from "../tree.ts";
import type { FakeClock } from "./fake-clock.ts";
import type { FakeServer, Fate } from "./fake-server.ts";
import { memoryRecords, noPause } from "./memory-records.ts";
import type { randomOf } from "./random.ts";

type Random = ReturnType<typeof randomOf>;

/** A person with a browser, who types words that are found again: in members of their own, in members that others write to, in blocks of their own. */
export class Editor {
  fate: () => Fate = () => "answers";
  store!: StoreApi<OpenDraft>;
  /** The last word in each member of one's own, by block and member. */
  readonly ownWords = new Map<string, string>();
  /** The last word in each member that others write to, too. */
  readonly shared = new Map<string, string>();
  /** One's own blocks that are still to be there. */
  readonly added = new Set<string>();
  readonly removed = new Set<string>();
  /** Every word that somebody was asked about. */
  readonly asked = new Set<unknown>();
  private readonly records = memoryRecords();
  private isAlive = { now: true };
  private count = 0;
  readonly name: string;
  private readonly server: FakeServer;
  private readonly clock: FakeClock;
  private readonly random: Random;

  constructor(name: string, server: FakeServer, clock: FakeClock, random: Random) {
    this.name = name;
    this.server = server;
    this.clock = clock;
    this.random = random;
  }

  async open(): Promise<void> {
    const { clock, server, records, name } = this;
    const alive = (this.isAlive = { now: true });
    // What a browser that was killed would still write is not written.
    const mortal: DraftRecords = {
      all: () => records.all(),
      put: async (key, record) => (alive.now ? records.put(key, record) : undefined),
      remove: async (keys) => (alive.now ? records.remove(keys) : undefined),
    };
    const network = { latencyMs: 20 + this.random.below(800), fate: () => this.fate() };
    const requests = server.api(name, network);
    const never = new Promise<never>(() => {});
    this.store = await openDraft({
      clock,
      translation: server.translation(),
      keeper: createDraftStore(mortal, noPause),
      api: {
        save: (draft, revision) => (alive.now ? requests.save(draft, revision) : never),
        read: () => (alive.now ? requests.read() : never),
      },
      address: { account: name, site: "s", documents: "pages", document: "d", locale: "en" },
      sitting: `${name}${this.count++}`,
    });
    const listen = ({ conflicts }: OpenDraft) => {
      if (alive.now) for (const { mine, theirs } of conflicts) this.asked.add(mine).add(theirs);
    };
    listen(this.store.getState());
    this.store.subscribe(listen);
  }

  /** The browser is killed in the middle of everything, and opened again. What it sent is still under way. */
  async crash(): Promise<void> {
    this.isAlive.now = false;
    await this.open();
  }

  act(): void {
    const { random, store, name } = this;
    const word = `${name}-${this.count++}`;
    const blocks = (draft: EditedDraft) => [...walk(draft.composition ?? [])].map(({ block }) => block);
    const base = blocks(store.getState().draft).filter(({ id }) => id.startsWith("base"));
    const change = (composition: (draft: NonNullable<EditedDraft["composition"]>) => NonNullable<EditedDraft["composition"]>) =>
      store
        .getState()
        .change((draft) => ({ ...draft, composition: composition(draft.composition ?? []) }), random.is(0.5) ? { key: "k" } : {});
    const write = (id: string, member: string) =>
      change((all) => update(all, id, (block) => ({ ...block, props: { ...block.props, [member]: word } })));
    const { id } = random.one(base);
    const kind = random.below(10);
    if (kind < 4) {
      write(id, name);
      this.ownWords.set(`${id}/${name}`, word);
    } else if (kind < 6) {
      write(id, "shared");
      this.shared.set(`${id}/shared`, word);
    } else if (kind === 6) {
      change((all) =>
        insert(all, [{ id: word, type: "text", props: { text: word } }], { parent: random.is(0.5) ? id : null, slot: "main", index: 0 }),
      );
      this.added.add(word);
    } else if (kind === 7) {
      change((all) => move(all, [id], { parent: random.is(0.5) ? random.one(base).id : null, slot: "main", index: random.below(3) }));
    } else if (kind === 8 && this.added.size > 0) {
      const gone = random.one([...this.added]);
      this.added.delete(gone);
      this.removed.add(gone);
      change((all) => remove(all, [gone]));
    } else if (store.getState().canUndo) {
      // There and back: nothing of it stays.
      store.getState().change((draft) => ({ ...draft, slug: word }));
      store.getState().undo();
    }
  }

  choose(): void {
    const { conflicts, choose } = this.store.getState();
    const [conflict] = conflicts;
    if (conflict) choose(conflict, this.random.is(0.5) ? "mine" : "theirs");
  }
}
