/** A part of an address as text. Anybody may type an address: what is not a proper encoding stays as it is, and leads to nothing. */
export function pathSegment(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
