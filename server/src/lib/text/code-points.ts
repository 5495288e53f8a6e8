/** The order of two well-formed texts by their code points, which is that of their bytes in UTF-8 and of PostgreSQL's collation "C": negative, 0 or positive. */
export function compareInCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [ofA, ofB] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (ofA !== ofB) return inOrder(ofA) - inOrder(ofB);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above those of all other units. */
function inOrder(unit: number): number {
  if (unit < 0xd8_00) return unit;
  return unit < 0xe0_00 ? unit + 0x20_00 : unit - 0x8_00;
}
