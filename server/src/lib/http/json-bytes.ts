/** It is quicker to walk smaller values again than to look them up. */
const worthKnowing = 1_024;

/**
 * Measures values as JSON text in UTF-8, without making the text. A value that was walked as a part of another is not
 * walked again, so that nested values cost no more than the outermost.
 */
export function jsonMeasure(): (value: unknown) => number {
  const sizes = new Map<object, number>();
  const measure = (value: unknown): number => {
    if (typeof value === "string") return Buffer.byteLength(JSON.stringify(value));
    if (typeof value !== "object" || value === null) return String(value).length;
    const before = sizes.get(value);
    if (before !== undefined) return before;
    // Two brackets, and the separators of members: a comma, or a name with its colon and a comma.
    let bytes = 2;
    if (Array.isArray(value)) {
      for (const item of value) bytes += measure(item) + 1;
      bytes -= value.length > 0 ? 1 : 0;
    } else {
      const members = Object.entries(value);
      for (const [name, member] of members) bytes += measure(name) + 1 + measure(member) + 1;
      bytes -= members.length > 0 ? 1 : 0;
    }
    if (bytes >= worthKnowing) sizes.set(value, bytes);
    return bytes;
  };
  return measure;
}
