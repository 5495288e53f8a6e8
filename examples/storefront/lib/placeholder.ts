/** The average colour of a ThumbHash, which is in its first three bytes: lightness, and what it has of yellow and of red. */
export function placeholderColour(placeholder: string | null | undefined): string | undefined {
  const bytes = placeholder ? [...atob(placeholder)].map((byte) => byte.charCodeAt(0)) : [];
  if (bytes.length < 5) return undefined;
  const [first = 0, second = 0, third = 0] = bytes;
  const head = first | (second << 8) | (third << 16);
  const [light, yellow, red] = [(head & 63) / 63, ((head >> 6) & 63) / 31.5 - 1, ((head >> 12) & 63) / 31.5 - 1];
  const blue = light - (2 / 3) * yellow;
  const r = (3 * light - blue + red) / 2;
  const channels = [r, r - red, blue].map((part) => Math.round(255 * Math.min(1, Math.max(0, part))));
  return `rgb(${channels.join(" ")})`;
}
