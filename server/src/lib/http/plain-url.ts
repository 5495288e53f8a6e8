/**
 * An absolute http(s) URL as it is parsed, or undefined where a reader could see another one than the browser opens: a
 * parser drops tabs and turns backslashes round.
 */
export function plainUrl(text: string): URL | undefined {
  const isPlain = /^https?:\/\/[^/]/i.test(text) && !/[\u0000-\u0020\u007f-\u009f\\\s]/.test(text);
  return isPlain && URL.canParse(text) ? new URL(text) : undefined;
}
