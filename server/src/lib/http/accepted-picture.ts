/** The best format that a browser takes by its `Accept`; `other`: none of the newer ones. */
export function acceptedPicture(accept: string | undefined): "avif" | "webp" | "other" {
  const types = (accept ?? "").toLowerCase();
  return types.includes("image/avif") ? "avif" : types.includes("image/webp") ? "webp" : "other";
}

/** Whether what lies at an address depends on `Accept`. */
export function isNegotiated(path: string): boolean {
  return path.endsWith(".auto");
}

/** What responses from memory are found by: the URL, and the best format where that decides. */
export function indexedUrl(url: string, accept: string | undefined): string {
  return isNegotiated(url) ? `${url} ${acceptedPicture(accept)}` : url;
}
