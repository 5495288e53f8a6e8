import type { CallOptions, List } from "./operation.ts";
import type { Input } from "./request.ts";

type Method = (input?: Input, options?: CallOptions) => Promise<unknown>;

/** The method of a list, with `all`, which iterates over the items of every page. */
export function withPages(method: Method): Method {
  async function* all(input: Input = {}, options?: CallOptions) {
    for (let page = Number(input.page ?? 1); ; page += 1) {
      const { data, pageSize, total } = (await method({ pageSize: 100, ...input, page }, options)) as List<unknown>;
      yield* data;
      if (data.length === 0 || page * pageSize >= total) return;
    }
  }
  return Object.assign(method, { all });
}
