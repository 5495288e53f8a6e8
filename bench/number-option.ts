/** A number of the command line. Throws unless it is at least `min`. */
export function numberOption(name: string, text: string, min: number): number {
  const value = Number(text);
  if (!(value >= min)) throw new Error(`--${name} must be a number from ${min}.`);
  return value;
}
