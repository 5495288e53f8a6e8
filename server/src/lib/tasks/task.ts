import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";

/**
 * Work outside the database waits in lanes. Each process has workers for each lane, so that a mail server or a payment
 * processor that hangs in one lane does not delay the others; one site may have half of them.
 */
export const lanes = {
  /** A person is waiting: codes, links that confirm an address, new passwords. */
  codes: { workers: 4 },
  /** Customers' money that has to go back. */
  money: { workers: 2 },
  /** Nobody is waiting: submissions of forms, confirmations of orders. */
  notices: { workers: 4 },
  /** Nobody is waiting, and the processes that render pictures are shared with visitors who are. */
  pictures: { workers: 1 },
  /** What happened in sites is handed to their webhooks: some statements, without calls. */
  events: { workers: 2 },
  /** Visitors see what the caches in front of a site still have: looked at more often, and a service that hangs delays nothing else. */
  caches: { workers: 4, lookEveryMs: 250 },
  /** Each worker delivers to one endpoint, which may take ten seconds for each delivery. */
  webhooks: { workers: 16 },
  /** The same for endpoints that failed or hung the last time: they have no part in the workers of the others. */
  failingWebhooks: { workers: 16 },
} as const;

export type Lane = keyof typeof lanes;

/** Of lanes that do not say. Not at once when a task is added: its time would show in the time of the next request, and reveal that there was one. */
export const lookEveryMs = 1_000;

export const laneNames = Object.keys(lanes) as Lane[];

/** Mails and refunds that a process sends at once: the connections to their services must be as many, or the lanes share a limit there. */
export const callingWorkers = lanes.codes.workers + lanes.money.workers + lanes.notices.workers;

/** How tasks of a kind wait. The feature that adds them declares it; `jobs.ts` lists them all. */
export interface TaskKind<Payload extends TSchema = TSchema> {
  /** Stored with each task: it never changes. */
  name: string;
  lane: Lane;
  /** The limit of waiting tasks of one site; more are skipped. Absent: no limit. */
  waitingPerSite?: number;
  /** Retried until it succeeds. Others are given up after three days. */
  isNeverGivenUp?: true;
  /** The data stored with each task. */
  payload?: Payload;
}

/** One task, as its handler sees it. */
export interface Task {
  payload: unknown;
  /** 1 the first time. */
  attempt: number;
}

/** Runs one task. Rejects when it could not: the task is retried later. */
export type TaskHandler = (task: Task) => Promise<void>;

/** A kind of task as a value: how it waits, and its handler with the parts of `Deps` that it names. */
export interface TaskOf<Needs> extends TaskKind {
  handle: (deps: Needs) => TaskHandler;
}

/** Makes a kind of task. `behaviour` is called once for each server, and its result for each attempt. */
export function task<Needs, Payload extends TSchema>(
  kind: TaskKind<Payload> & { payload: Payload },
  behaviour: (deps: Needs) => (payload: Static<Payload>, attempt: number) => Promise<void>,
): TaskKind<Payload> & TaskOf<Needs> {
  const check = Compile(kind.payload);
  return {
    ...kind,
    handle: (deps) => {
      const act = behaviour(deps);
      return async ({ payload, attempt }) => {
        // From another version, or corrupt.
        if (!check.Check(payload)) throw new Error(`Not the payload of a task ${kind.name}.`);
        await act(payload, attempt);
      };
    },
  };
}

export type TaskOutcome = "done" | "tried_again" | "given_up";
