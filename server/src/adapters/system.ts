import { randomUUID } from "node:crypto";
import { v7 } from "uuid";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

export const systemIds: Ids = { next: () => v7(), secret: () => randomUUID() };
