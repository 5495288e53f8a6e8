/** The path below which clients reach the service, without a slash at its end; empty when there is none. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}
