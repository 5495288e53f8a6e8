/**
 * `work`, one call after another. Of the values that come meanwhile, only the latest one is worked on: somebody who types is not to wait for
 * what they have overwritten. The promise resolves when no value is left.
 */
export function latestOnly<Value>(work: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let latest: { value: Value } | undefined;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (latest) {
      const { value } = latest;
      latest = undefined;
      await work(value).catch(console.error);
    }
    running = undefined;
  };
  return (value) => {
    latest = { value };
    running ??= run();
    return running;
  };
}
