import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";

/**
 * Answers with a table that is written while it is read. Its head and first rows are read before the response begins, so that what fails at once
 * is a problem, and no connection that breaks. `method`: HEAD has no body.
 */
export async function answerCsv(
  reply: FastifyReply,
  method: string,
  fileName: string,
  chunks: AsyncGenerator<string, void>,
): Promise<FastifyReply> {
  const beginning = [await chunks.next(), await chunks.next()];
  const body = Readable.from(method === "HEAD" ? [] : allOf(beginning, chunks));
  if (method === "HEAD") await chunks.return();
  return reply.type("text/csv; charset=utf-8").header("content-disposition", `attachment; filename="${fileName}"`).send(body);
}

async function* allOf(beginning: IteratorResult<string, void>[], rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  try {
    for (const { value } of beginning) if (value !== undefined) yield value;
    yield* rest;
  } finally {
    await rest.return();
  }
}
