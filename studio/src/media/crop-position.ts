/** How a picture lies in a box of another shape, so that the box shows what the server crops: the middle is the focus, as far as the edges allow. As CSS has it, of 1. */
export function cropPosition(size: { width: number; height: number }, ratio: number, focus: readonly number[]): [x: number, y: number] {
  const { width, height } = size;
  const cropWidth = Math.min(width, height * ratio);
  const cropHeight = Math.min(height, width / ratio);
  return [cropOffset(width, cropWidth, focus[0] ?? 0.5), cropOffset(height, cropHeight, focus[1] ?? 0.5)];
}

function cropOffset(whole: number, part: number, focus: number): number {
  const space = whole - part;
  if (space < 1e-9) return 0.5;
  return Math.min(Math.max(whole * focus - part / 2, 0), space) / space;
}

/** Width to height, from `4:3`. */
export function ratioOf(name: string): number {
  const [across = 1, down = 1] = name.split(":").map(Number);
  return across / down;
}
