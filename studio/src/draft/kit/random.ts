/** Chance that is the same for the same seed. */
export function randomOf(seed: number): {
  below: (bound: number) => number;
  is: (probability: number) => boolean;
  one: <Item>(items: readonly Item[]) => Item;
} {
  let state = seed * 2_654_435_761 + 1;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    is: (probability) => next() < probability,
    one: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("Nothing to choose from.");
      return item;
    },
  };
}
