import { randomInt } from "node:crypto";
import { isSuccess, webhookSender, type Delivered } from "./delivery.ts";
import type { Dispatch, StoredEvent, Target } from "./ledger.ts";
import { movedTo, placesOf, type EndpointsOf, type Place } from "./places.ts";
import type { World } from "./world.ts";

interface WebhookMode {
  mode: "send" | "hold" | "drop";
  /** How many additional times each event is sent. */
  duplicates: number;
  shuffle: boolean;
  /** The share of events that are never sent. */
  dropShare: number;
  firstRetryMs: number;
}

export interface Webhooks {
  readonly mode: WebhookMode;
  setMode(mode: WebhookMode): void;
  accept(event: StoredEvent): void;
  /** Resumes the deliveries that an earlier process did not finish. */
  resume(): void;
  /** Sends these events in this order, one after the other, regardless of their earlier deliveries. */
  deliver(eventIds: readonly string[]): Promise<(Delivered & { eventId: string; url: string })[]>;
  /** Whether everything was sent before the timeout; events on hold do not count. */
  settled(limitMs: number): Promise<boolean>;
  close(): Promise<void>;
}

interface Job {
  event: StoredEvent;
  /** Null until the event's endpoints have been looked up. */
  target: Target | null;
  /** Known for the first attempt only: a secret may have been replaced since. */
  place: Place | null;
  /** A deliberate repetition, which leaves no record. */
  extra: boolean;
  attempts: number;
}

const atOnce = 32;
const mostAttempts = 20;
const longestRetryMs = 60_000;
const shuffleMs = 60;
const patienceMs = 5_000;

/** Sends accepted events, several at once, until the endpoint responds with a 2xx or after twenty attempts. */
export function webhooks(world: World, endpointsOf: EndpointsOf | undefined, onFailure: (line: string) => void): Webhooks {
  const { ledger } = world;
  const sender = webhookSender();
  const ready: Job[] = [];
  const running = new Set<Promise<void>>();
  let waiting = 0;
  let closed = false;
  let mode: WebhookMode = { mode: "send", duplicates: 0, shuffle: false, dropShare: 0, firstRetryMs: 1_000 };
  let tellQuiet: (() => void)[] = [];

  const pump = () => {
    while (!closed && running.size < atOnce) {
      const job = ready.shift();
      if (!job) break;
      const run: Promise<void> = (job.target ? attempt(job, job.target) : route(job)).finally(() => {
        running.delete(run);
        pump();
      });
      running.add(run);
    }
    if (ready.length > 0 || running.size > 0 || waiting > 0) return;
    for (const tell of tellQuiet) tell();
    tellQuiet = [];
  };

  const push = (job: Job, delayMs = 0) => {
    if (delayMs === 0) {
      ready.push(job);
      return pump();
    }
    waiting++;
    world.later(delayMs, () => {
      waiting--;
      ready.push(job);
      pump();
    });
  };

  const pushAgain = (job: Job) => push({ ...job, place: null }, Math.min(mode.firstRetryMs * 2 ** (job.attempts - 1), longestRetryMs));

  const keep = (dispatch: Dispatch) => {
    ledger.keep("dispatch", dispatch);
    void ledger.written();
  };

  /** Looks up the endpoints of an event. Null, with a later retry, when the lookup fails. */
  const lookUp = async (job: Job): Promise<Place[] | null> => {
    try {
      return await placesOf(world, endpointsOf, job.event.account);
    } catch (error) {
      onFailure(`It could not be found out where ${job.event.type} goes: ${String(error)}`);
      pushAgain({ ...job, attempts: job.attempts + 1 });
      return null;
    }
  };

  /** Whether nothing is sent at present. */
  const isStopped = (dispatch: Dispatch): boolean => {
    if (mode.mode === "send") return false;
    dispatch.state = mode.mode === "hold" ? "held" : "dropped";
    keep(dispatch);
    return true;
  };

  const route = async (job: Job) => {
    const dispatch = dispatchOf(world, job.event);
    if (isStopped(dispatch)) return;
    const places = (await lookUp(job))?.filter((place) => place.wants(job.event.type));
    if (!places) return;
    dispatch.targets = places.map(({ id, url }): Target => ({ endpoint: id, url, state: "waiting", attempts: 0, status: null }));
    if (places.length === 0) dispatch.state = "done";
    keep(dispatch);
    dispatch.targets.forEach((target, index) => {
      for (let time = 0; time <= mode.duplicates; time++)
        push({ event: job.event, target, place: places[index] ?? null, extra: time > 0, attempts: 0 });
    });
  };

  const attempt = async (job: Job, target: Target) => {
    const dispatch = dispatchOf(world, job.event);
    if (!job.extra && (target.state !== "waiting" || isStopped(dispatch))) return;
    let place = job.place ?? undefined;
    if (!place) {
      const places = await lookUp(job);
      if (!places) return;
      place = places.find(({ id, url }) => id === target.endpoint && url === target.url) ?? movedTo(places, dispatch, target);
    }
    if (!place) return conclude(dispatch, target, "given up");
    const { status } = await sender.send(place.url, place.secrets, job.event.payload, world.now());
    // The next process sends a delivery that the end of this process interrupted.
    if (job.extra || (closed && !isSuccess(status))) return;
    target.attempts++;
    target.status = status;
    if (isSuccess(status)) return conclude(dispatch, target, "delivered");
    if (target.attempts === 1 || target.attempts === mostAttempts)
      onFailure(`${job.event.type} (${job.event.id}) was answered with ${status || "nothing"} by ${withoutQuery(place.url)}.`);
    if (target.attempts >= mostAttempts) return conclude(dispatch, target, "given up");
    keep(dispatch);
    pushAgain({ ...job, attempts: target.attempts });
  };

  const conclude = (dispatch: Dispatch, target: Target, state: Target["state"]) => {
    target.state = state;
    if (dispatch.targets?.every((one) => one.state !== "waiting")) dispatch.state = "done";
    keep(dispatch);
  };

  const takeUp = (dispatch: Dispatch) => {
    const event = ledger.events.get(dispatch.id);
    if (!event) return;
    dispatch.state = "waiting";
    const job = { event, place: null, extra: false };
    if (!dispatch.targets) return push({ ...job, target: null, attempts: 0 });
    for (const target of dispatch.targets) if (target.state === "waiting") push({ ...job, target, attempts: target.attempts });
  };

  const ofState = (...states: Dispatch["state"][]) => [...ledger.dispatches.values()].filter(({ state }) => states.includes(state));

  return {
    get mode() {
      return mode;
    },
    setMode(wanted) {
      mode = wanted;
      for (const dispatch of mode.mode === "hold" ? [] : ofState("held")) if (!isStopped(dispatch)) takeUp(dispatch);
    },
    accept(event) {
      const dropped = mode.mode === "drop" || (mode.dropShare > 0 && randomInt(1_000_000) < mode.dropShare * 1_000_000);
      const state = dropped ? "dropped" : mode.mode === "hold" ? "held" : "waiting";
      ledger.keep("dispatch", { id: event.id, state, targets: null });
      if (state === "waiting")
        push({ event, target: null, place: null, extra: false, attempts: 0 }, mode.shuffle ? randomInt(1, shuffleMs) : 0);
    },
    resume: () => ofState("waiting", "held").forEach(takeUp),
    async deliver(eventIds) {
      const answers = [];
      for (const eventId of eventIds) {
        const event = ledger.events.get(eventId);
        const places = event ? await placesOf(world, endpointsOf, event.account) : [];
        if (!event || places.length === 0) answers.push({ eventId, url: "", status: 0, body: event ? "No endpoint." : "No such event." });
        for (const { id, url, secrets } of event ? places : []) {
          const answer = await sender.send(url, secrets, event?.payload ?? "", world.now());
          answers.push({ eventId, url, ...answer });
          const dispatch = ledger.dispatches.get(eventId);
          if (!dispatch || !isSuccess(answer.status)) continue;
          dispatch.targets ??= places.map((place): Target => ({
            endpoint: place.id,
            url: place.url,
            state: "waiting",
            attempts: 0,
            status: null,
          }));
          const target = dispatch.targets.find((one) => one.endpoint === id && one.url === url);
          if (target) conclude(dispatch, Object.assign(target, { status: answer.status }), "delivered");
        }
      }
      return answers;
    },
    settled: (limitMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), limitMs);
        tellQuiet.push(() => {
          clearTimeout(timer);
          resolve(true);
        });
        pump();
      }),
    async close() {
      closed = true;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)));
      await Promise.race([Promise.allSettled(running), patience]);
      clearTimeout(timer);
      sender.close();
    },
  };
}

function dispatchOf(world: World, event: StoredEvent): Dispatch {
  return world.ledger.dispatches.get(event.id) ?? { id: event.id, state: "waiting", targets: null };
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
