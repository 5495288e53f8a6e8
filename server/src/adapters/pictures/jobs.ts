import type { FileRefusal, PreparedFile, Rendering } from "../../ports/pictures.ts";

export interface FileToPrepare {
  source: string;
  target: string;
  keepMetadata: boolean;
}

/** The pool sends a child one job at a time. */
export type PictureJob = ({ kind: "prepare" } & FileToPrepare) | ({ kind: "render" } & Rendering);

export type Rendered = { bytes: number; sha256: string; width: number; height: number };

/** The limits of a job's cost. */
export interface JobLimits {
  /** Of processor time. */
  maxMs: number;
  /** Of processor time that a rendering is expected to take: one above it is not begun. Absent: whatever is expected. */
  maxExpectedMs?: number;
}

/** The child gets a job with what it may cost: of memory in bytes, of processor time. */
export interface SentJob {
  job: PictureJob;
  maxBytes: number;
  maxCpuMs: number;
  maxExpectedMs: number | undefined;
}

/**
 * A child says that it listens; then, for each job, how it ended. `rss`: the memory that it holds, in bytes. `costly`: it was not begun, for its
 * expected cost. `unable`: no file would end better.
 */
export type ChildMessage =
  | { kind: "ready" }
  | { kind: "done"; result: PreparedFile | Rendered | FileRefusal; rss: number }
  | { kind: "costly"; rss: number }
  | { kind: "failed"; message: string; code: string | undefined }
  | { kind: "unable"; message: string };
