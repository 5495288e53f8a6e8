/** How long a sound or film is, and how large, where its head tells it: what a parser does not understand is not a reason to refuse a file. */
export async function measureSound(path: string): Promise<{ durationMs?: number; width?: number; height?: number }> {
  const { parseFile } = await import("music-metadata");
  const format = await parseFile(path, { skipCovers: true, skipPostHeaders: true }).then(
    (parsed) => parsed.format,
    () => undefined,
  );
  const durationMs = Math.round((format?.duration ?? 0) * 1_000);
  const video = format?.trackInfo.find((track) => track.video)?.video;
  const [width, height] = [video?.pixelWidth ?? 0, video?.pixelHeight ?? 0];
  return {
    ...(durationMs > 0 && Number.isSafeInteger(durationMs) ? { durationMs } : {}),
    ...(width > 0 && height > 0 ? { width, height } : {}),
  };
}
