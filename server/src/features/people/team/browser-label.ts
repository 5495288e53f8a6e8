const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** A browser and its system in a few words, from the header that it sends about itself: nothing of the header is kept. */
export function browserLabel(userAgent: string | undefined): string {
  const text = (userAgent ?? "").slice(0, 1_000);
  const nameIn = (patterns: readonly [RegExp, string][]) => patterns.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser !== undefined && system !== undefined) return `${browser}, ${system}`;
  return browser ?? system ?? "Program";
}
