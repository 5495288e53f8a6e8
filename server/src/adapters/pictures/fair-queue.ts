import type { PictureOwner } from "../../ports/pictures.ts";
import type { PictureJob } from "./jobs.ts";

interface Queued {
  owner: PictureOwner;
  job: Pick<PictureJob, "kind">;
}

type Clients<Item> = Map<string, Item[]>;

interface Account<Item> {
  /** Of each client what waits, by kind. The first client of a map has the next turn, and moves to the end after it. */
  waiting: Record<PictureJob["kind"], Clients<Item>>;
  /** Uploads since the last rendering. */
  inARow: number;
}

/** After so many uploads of an account, for which people wait, one of its renderings has its turn. */
const preparesInARow = 3;
/** Accounts whose use is remembered before those that have caught up are forgotten. */
const mostRemembered = 10_000;

/**
 * Start-time fair queueing between accounts (Goyal, Vin and Cheng, 1996), by the processor time that their files took: each file's start is where its account's last one
 * ended, or the start of the file that was taken last, if that is later; the earliest start is next. So an account that comes seldom waits for what is being
 * worked on and hardly more, and accounts that always have files waiting get equal time. Within an account uploads come before renderings, and clients take turns; of one
 * client, first in, first out.
 */
export class FairQueue<Item extends Queued> {
  /** In the order of their last turns. */
  readonly #accounts = new Map<string, Account<Item>>();
  /** Where each account's last file ended, in milliseconds of processor time. */
  readonly #ends = new Map<string, number>();
  /** The start of the file that was taken last. */
  #now = 0;
  /** Of all ends. */
  #latest = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(account: string, kind: PictureJob["kind"]): number {
    let length = 0;
    for (const items of this.#accounts.get(account)?.waiting[kind].values() ?? []) length += items.length;
    return length;
  }

  push(item: Item): void {
    const { owner, job } = item;
    const account: Account<Item> = this.#accounts.get(owner.account) ?? { waiting: { prepare: new Map(), render: new Map() }, inARow: 0 };
    const clients = account.waiting[job.kind];
    const items = clients.get(clientOf(owner)) ?? [];
    items.push(item);
    clients.set(clientOf(owner), items);
    this.#accounts.set(owner.account, account);
    this.#length += 1;
  }

  shift(): Item | undefined {
    const name = this.#nextAccount();
    const account = name === undefined ? undefined : this.#accounts.get(name);
    if (name === undefined || !account) return undefined;
    const { prepare, render } = account.waiting;
    const isRendering = render.size > 0 && (account.inARow >= preparesInARow || prepare.size === 0);
    const item = shiftFirst(isRendering ? render : prepare);
    account.inARow = isRendering ? 0 : account.inARow + 1;
    this.#now = this.#startOf(name);
    this.#accounts.delete(name);
    if (prepare.size + render.size > 0) this.#accounts.set(name, account);
    this.#length -= 1;
    return item;
  }

  /** Adds the processor time that a file took to its account's. */
  book(account: string, usedMs: number): void {
    const end = this.#startOf(account) + usedMs;
    this.#ends.set(account, end);
    this.#latest = Math.max(this.#latest, end);
    // Nobody waits: whatever was used before does not count any more.
    if (this.#length === 0) this.#now = this.#latest;
    if (this.#ends.size <= mostRemembered) return;
    for (const [name, end] of this.#ends) if (end <= this.#now) this.#ends.delete(name);
  }

  #startOf(account: string): number {
    return Math.max(this.#now, this.#ends.get(account) ?? 0);
  }

  #nextAccount(): string | undefined {
    let next: string | undefined;
    let [earliest, earliestEnd] = [Infinity, Infinity];
    for (const name of this.#accounts.keys()) {
      const [start, end] = [this.#startOf(name), this.#ends.get(name) ?? Infinity];
      // Of several with the same start, the account comes first that others have overtaken; one that is new comes last.
      if (start > earliest || (start === earliest && end >= earliestEnd)) continue;
      next = name;
      [earliest, earliestEnd] = [start, end];
    }
    return next;
  }

  remove(item: Item): void {
    const { owner, job } = item;
    const account = this.#accounts.get(owner.account);
    const clients = account?.waiting[job.kind];
    const items = clients?.get(clientOf(owner));
    const index = items?.indexOf(item) ?? -1;
    if (!account || !clients || !items || index < 0) return;
    items.splice(index, 1);
    this.#length -= 1;
    if (items.length === 0) clients.delete(clientOf(owner));
    if (account.waiting.prepare.size + account.waiting.render.size === 0) this.#accounts.delete(owner.account);
  }

  /** Takes out a file of the account that has most of them waiting, if that is another account. */
  popOfLongest(otherThan: string): Item | undefined {
    let [longest, most] = [otherThan, 0];
    for (const name of this.#accounts.keys()) {
      const length = this.lengthOf(name, "prepare") + this.lengthOf(name, "render");
      if (length > most) [longest, most] = [name, length];
    }
    if (longest === otherThan) return undefined;
    const { prepare, render } = this.#accounts.get(longest)?.waiting ?? {};
    const item = [...(render ?? []), ...(prepare ?? [])].at(0)?.[1].at(-1);
    if (item) this.remove(item);
    return item;
  }

  /** Takes all of it out. */
  drain(): Item[] {
    const items = [...this.#accounts.values()].flatMap(({ waiting }) => [...waiting.prepare.values(), ...waiting.render.values()].flat());
    this.#accounts.clear();
    this.#length = 0;
    return items;
  }
}

/** A visitor of two sites is two clients. */
const clientOf = ({ site, client }: PictureOwner): string => `${site} ${client}`;

/** Takes the first item of the first client, who then comes last. */
function shiftFirst<Item>(clients: Clients<Item>): Item | undefined {
  for (const [client, items] of clients) {
    const item = items.shift();
    clients.delete(client);
    if (items.length > 0) clients.set(client, items);
    return item;
  }
  return undefined;
}
