/** One event of a stream, in the form of the standard: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export interface StreamedEvent {
  /** Its type; `message` if it has none. */
  name: string;
  data: string;
  /** The last one so far: a reconnection names it. */
  lastEventId: string;
}

/** How the stream is to be read again after its end, as the server says on it. */
export interface StreamPlace {
  lastEventId: string;
  retryMs: number;
}

/** Reads texts as events, and keeps the place up to date, also by blocks that are not events. A last event that is not complete is none. */
export async function* eventsIn(texts: AsyncIterable<string>, place: StreamPlace): AsyncGenerator<StreamedEvent, void, undefined> {
  let block: Record<string, string> = {};
  let id = place.lastEventId;
  for await (const line of linesIn(texts)) {
    if (line !== "") {
      const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === "data") block.data = block.data === undefined ? value : `${block.data}\n${value}`;
      else if (field === "event") block.name = value;
      else if (field === "id" && !value.includes("\0")) id = value;
      else if (field === "retry" && /^\d+$/.test(value)) place.retryMs = Number(value);
      continue;
    }
    place.lastEventId = id;
    const { name = "message", data } = block;
    block = {};
    if (data !== undefined) yield { name, data, lastEventId: id };
  }
}

/** The lines that are complete, without their ends: CR LF, LF or CR. */
async function* linesIn(texts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = "";
  for await (const text of texts) {
    // A CR at the end may be half of a CR LF.
    const trailingCr = text.endsWith("\r") ? "\r" : "";
    const lines = (rest + text.slice(0, text.length - trailingCr.length)).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? "") + trailingCr;
    yield* lines;
  }
}
