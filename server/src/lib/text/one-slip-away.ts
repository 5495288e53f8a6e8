/** Whether one slip of the keyboard turns a name into the other: a letter too many, too few, another, or two swapped (Damerau, 1964). */
export function isOneSlipAway(name: string, other: string): boolean {
  const [short, long] = name.length <= other.length ? [name, other] : [other, name];
  if (short === long || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const restOfLong = long.slice(at + 1);
  if (short.length < long.length) return short.slice(at) === restOfLong;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isSwapped || short.slice(at + 1) === restOfLong;
}
