/** The path below which the service is reached from outside, without a slash at its end: empty where there is none. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}
