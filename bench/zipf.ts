import { chance } from "../test/kit/chance.ts";

/**
 * So many places below a number, drawn by Zipf's law with exponent 1: the nth place 1/n times as often as the first. The same ones for the
 * same seed.
 */
export function zipfPlaces(seed: number, below: number, count: number): number[] {
  const next = chance(seed);
  const sums = new Float64Array(below);
  let sum = 0;
  for (let place = 0; place < below; place += 1) sums[place] = sum += 1 / (place + 1);
  return Array.from({ length: count }, () => firstAbove(sums, next() * sum));
}

/** The place of the first sum above the value. */
function firstAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
