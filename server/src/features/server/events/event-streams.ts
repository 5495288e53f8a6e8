import type { Logger } from "pino";
import type { Permission } from "../../../lib/admin/roles.ts";
import {
  readEvents,
  readEventState,
  readPresences,
  type EventState,
  type Presence,
  type StoredEvent,
} from "../../../lib/events/site-events.ts";
import { readSnapshot, type Snapshot } from "../../../lib/events/snapshot.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Database } from "../../../ports/database.ts";
import { permissionsNow, type AdmittedCredential } from "../../people/team/index.ts";
import { eventId, stateOfEventId } from "./event-id.ts";
import { changeText, idText, pingText, presenceText, resetText, textFor, type EventText } from "./event-texts.ts";
import { readNames } from "./read-names.ts";
import { SitePresences } from "./site-presences.ts";

/** An open stream. */
export interface Follower extends AdmittedCredential {
  readonly adminId: string;
  /** In the site, at this moment. */
  permissions: ReadonlySet<Permission>;
  /** The id of the last event that the client knows. */
  readonly lastEventId: string | undefined;
  /** Sends text, or closes a connection that does not take it. */
  send(text: string): void;
  end(): void;
}

const readEveryMs = 500;
const checkEveryMs = 1_000;
const pingEveryMs = 20_000;
/** Streams that are begun in one round: each may have events to catch up with. */
const begunAtOnce = 50;

/**
 * The streams of this process. One round after the other reads the new events of all their sites, in one statement; asks whether the followers still may
 * see them; and passes them on. So no event is shown to anybody whose right had ended when it was read. There is a round twice a second while there
 * are followers, and none otherwise.
 */
export class EventStreams {
  readonly #sql: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #waiting = new Set<Follower>();
  /** With what each has seen when it began. */
  readonly #begun = new Map<Follower, Snapshot>();
  readonly #presences = new Map<string, SitePresences>();
  #state: EventState | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #checkedAtMs = -Infinity;
  #pingedAtMs = 0;

  constructor({ sql, clock, log }: { sql: Database; clock: Clock; log: Logger }) {
    this.#sql = sql;
    this.#clock = clock;
    this.#log = log;
  }

  get size(): number {
    return this.#waiting.size + this.#begun.size;
  }

  countOf(adminId: string): number {
    return this.#all().filter((follower) => follower.adminId === adminId).length;
  }

  /** Begins a stream, until the returned function is called. */
  follow(follower: Follower): () => void {
    if (this.size === 0) this.#pingedAtMs = this.#clock.monotonicMs();
    this.#waiting.add(follower);
    this.#schedule(0);
    return () => this.#forget(follower);
  }

  endAll(): void {
    for (const follower of this.#all()) follower.end();
  }

  #all(): Follower[] {
    return [...this.#waiting, ...this.#begun.keys()];
  }

  #forget(follower: Follower): void {
    this.#waiting.delete(follower);
    this.#begun.delete(follower);
    if (!this.#all().some(({ siteId }) => siteId === follower.siteId)) this.#presences.delete(follower.siteId);
    if (this.size > 0) return;
    clearTimeout(this.#timer);
    this.#state = undefined;
  }

  #schedule(delayMs: number): void {
    if (this.#isRunning) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delayMs).unref();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      await this.#round();
    } catch (error) {
      // Nothing was passed on of what was not read: the next round reads it.
      this.#log.warn({ error: (error as Error).name }, "events cannot be read");
    }
    this.#isRunning = false;
    if (this.size > 0) this.#schedule(this.#waiting.size > 0 ? readEveryMs / 10 : readEveryMs);
  }

  async #round(): Promise<void> {
    const now = this.#clock.now();
    // Kept here, too: when the last follower leaves meanwhile, the next one begins with a state of its own.
    const before = (this.#state ??= await readEventState(this.#sql));
    const read = await readEvents(this.#sql, this.#sites(), before.snapshot);
    await this.#check(now, read.events.length > 0);
    const isGapless = read.isWhole && isContinued(before, read.state);
    const texts = await this.#textsOf(isGapless ? read.events : [], now);
    // Nothing is waited for from here on: what is passed on and the state change together.
    this.#state = this.size > 0 ? read.state : undefined;
    const id = eventId(read.state, now);
    for (const [follower, seen] of this.#begun) {
      const text = isGapless
        ? textFor(texts.get(follower.siteId) ?? [], { permissions: follower.permissions, seen, id })
        : resetText + idText(id);
      if (text !== undefined) follower.send(text);
    }
    this.#ping(id);
    await this.#beginSome(read.state, now);
  }

  #sites(): string[] {
    return [...new Set([...this.#begun.keys()].map(({ siteId }) => siteId))];
  }

  /** Asks what the followers may see, and ends the streams of those who may see nothing. */
  async #check(now: Date, isDue: boolean): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    if (!isDue && nowMs - this.#checkedAtMs < checkEveryMs) return;
    await this.#admit([...this.#begun.keys()], now);
    this.#checkedAtMs = nowMs;
  }

  async #admit(followers: readonly Follower[], now: Date): Promise<void> {
    const permissions = followers.length > 0 ? await permissionsNow(this.#sql, followers, now) : [];
    followers.forEach((follower, index) => {
      const currentPermissions = permissions[index];
      if (currentPermissions?.has("site:read")) follower.permissions = currentPermissions;
      else {
        this.#forget(follower);
        follower.end();
      }
    });
  }

  /** What happened, and who came and went, by site. */
  async #textsOf(events: readonly StoredEvent[], now: Date): Promise<Map<string, EventText[]>> {
    const moved = [...this.#presences].flatMap(([siteId, presences]) => {
      const said = events.filter((event) => event.siteId === siteId).flatMap(presenceOf);
      const places = new Set([...presences.add(said), ...presences.expire(now)]);
      return [...places].flatMap((place) => ({ siteId, people: presences.at(place) }));
    });
    const adminIds = [...moved.flatMap(({ people }) => people?.adminIds ?? []), ...events.flatMap(({ adminId }) => adminId ?? [])];
    const names = await readNames(this.#sql, adminIds);
    const texts = new Map<string, EventText[]>();
    const add = (siteId: string, text: EventText) => texts.set(siteId, [...(texts.get(siteId) ?? []), text]);
    for (const event of events) if (event.kind !== "presence") add(event.siteId, changeText(event, names));
    for (const { siteId, people } of moved) if (people) add(siteId, presenceText(people, names));
    return texts;
  }

  #ping(id: string): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#pingedAtMs < pingEveryMs) return;
    this.#pingedAtMs = nowMs;
    for (const follower of this.#begun.keys()) follower.send(pingText + idText(id));
  }

  /** Begins streams that wait, each with what its client missed and who is where. */
  async #beginSome(state: EventState, now: Date): Promise<void> {
    const next = [...this.#waiting].slice(0, begunAtOnce);
    await this.#admit(next, now);
    for (const follower of next) {
      const { siteId, lastEventId } = follower;
      const missed = lastEventId === undefined ? { state, events: [], isWhole: true } : await this.#missed(siteId, lastEventId, now);
      const presences = this.#presences.get(siteId) ?? new SitePresences();
      if (!this.#presences.has(siteId)) presences.add(await readPresences(this.#sql, siteId, now));
      const people = presences.places.flatMap((place) => presences.at(place) ?? []);
      const events = missed?.events.filter(({ kind }) => kind !== "presence") ?? [];
      const names = await readNames(this.#sql, [
        ...people.flatMap(({ adminIds }) => adminIds),
        ...events.flatMap(({ adminId }) => adminId ?? []),
      ]);
      const reached = missed?.state ?? state;
      const seen = readSnapshot(reached.snapshot);
      // The client may have gone meanwhile.
      if (!seen || !this.#waiting.delete(follower)) continue;
      this.#begun.set(follower, seen);
      this.#presences.set(siteId, presences);
      const id = eventId(reached, now);
      const texts = [...events.map((event) => changeText(event, names)), ...people.map((one) => presenceText(one, names))];
      const permittedTexts = texts.filter(({ permission }) => follower.permissions.has(permission)).map(({ text }) => text);
      follower.send([...(missed ? [] : [resetText]), ...permittedTexts].join("\n") + idText(id));
    }
  }

  /** The events of the site after this one. Undefined: nobody knows, or they are too many. */
  async #missed(siteId: string, lastEventId: string, now: Date): Promise<{ state: EventState; events: StoredEvent[] } | undefined> {
    const lastState = stateOfEventId(lastEventId, now);
    const read = lastState && (await readEvents(this.#sql, [siteId], lastState.snapshot));
    return lastState && read?.isWhole && isContinued(lastState, read.state) ? read : undefined;
  }
}

/** Whether nothing can have happened between the states that a reading of events does not find. */
function isContinued(before: EventState, after: EventState): boolean {
  const [earlier, later] = [readSnapshot(before.snapshot), readSnapshot(after.snapshot)];
  return (
    before.era === after.era && earlier !== undefined && later !== undefined && later.xmin >= earlier.xmin && later.xmax >= earlier.xmax
  );
}

function presenceOf({ kind, targetId: document, locale, adminId, expiresAt }: StoredEvent): Presence[] {
  return kind === "presence" && locale !== null && adminId !== null && expiresAt ? [{ document, locale, adminId, expiresAt }] : [];
}
