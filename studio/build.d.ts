/** Whether a source is newer than the build. */
export function isStale(): boolean;

/** Builds the studio unless the build is newer than every source. */
export function buildIfStale(): Promise<void>;
