import { Readable } from "node:stream";

/**
 * The body of a response that is written while it is read. The head of the table and its first rows are read before the response begins, so that
 * what fails at once is a problem, and no connection that breaks. `method`: HEAD has no body.
 */
export async function startedStream(method: string, chunks: AsyncGenerator<string, void>): Promise<Readable> {
  const head = await chunks.next();
  const rows = await chunks.next();
  if (method === "HEAD") {
    await chunks.return();
    return Readable.from([]);
  }
  return Readable.from(allOf([head, rows], chunks));
}

async function* allOf(beginning: IteratorResult<string, void>[], rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  try {
    for (const { value } of beginning) if (value !== undefined) yield value;
    yield* rest;
  } finally {
    await rest.return();
  }
}
