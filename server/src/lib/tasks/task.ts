import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";

/**
 * What is done outside the database waits in lanes. Each process has workers for each lane, so that a mail server or a payment
 * processor that hangs in one lane holds up no other; one site may have half of them.
 */
export const lanes = {
  /** Somebody sits there and waits: codes, links that confirm an address, new passwords. */
  codes: { workers: 4 },
  /** Somebody else's money that has to go back. */
  money: { workers: 2 },
  /** Nobody waits for it: submissions of forms, confirmations of orders. */
  notices: { workers: 4 },
} as const;

export type Lane = keyof typeof lanes;

export const laneNames = Object.keys(lanes) as Lane[];

/** Mails and refunds that a process can be at, at once: whatever they are handed to must take so many, or the lanes meet there. */
export const allWorkers = Object.values(lanes).reduce((sum, { workers }) => sum + workers, 0);

/** How tasks of a kind wait. The feature that adds them declares it; `jobs.ts` has them all. */
export interface TaskKind<Payload extends TSchema = TSchema> {
  /** Stored with each task: it never changes. */
  name: string;
  lane: Lane;
  /** So many of one site may wait; more are skipped. Absent: any number. */
  waitingPerSite?: number;
  /** Tried until it is done. Others are given up after three days. */
  isNeverGivenUp?: true;
  /** What is stored with each task. */
  payload?: Payload;
}

/** One thing to do outside the database, as its handler sees it. */
export interface Task {
  payload: unknown;
  /** 1 the first time. */
  attempt: number;
}

/** Does what a row of the outbox asks for. Rejects when it could not: it is tried again later. */
export type TaskHandler = (task: Task) => Promise<void>;

/** A kind of task as a value: how it waits, and what does it with the parts of `Deps` that it names. */
export interface TaskOf<Needs> extends TaskKind {
  handle: (deps: Needs) => TaskHandler;
}

/** Makes a kind of task. `behaviour` is called once for each server, and what it returns for each try. */
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
        // Of another version, or of nobody's making.
        if (!check.Check(payload)) throw new Error(`Not the payload of a task ${kind.name}.`);
        await act(payload, attempt);
      };
    },
  };
}

export type TaskOutcome = "done" | "tried_again" | "given_up";
