import { Type, type TSchema } from "typebox";

/** `{ data }`: one resource. */
export function Single<T extends TSchema>(data: T) {
  return Type.Object({ data }, { additionalProperties: false });
}

/** `{ data: { accepted: true } }`: the request is dealt with later, and its answer reveals nothing. */
export const Accepted = Single(Type.Object({ accepted: Type.Literal(true) }, { additionalProperties: false }));

/** `{ data, page, pageSize, total }`: a list, paged or not. `total` counts the filtered items on all pages. */
export function List<T extends TSchema>(item: T) {
  return Type.Object(
    {
      data: Type.Array(item),
      page: Type.Integer({ minimum: 1 }),
      pageSize: Type.Integer({ minimum: 1 }),
      total: Type.Integer({ minimum: 0 }),
    },
    { additionalProperties: false },
  );
}

/** The same with the numbers of items by values of a field, where they were requested. */
export function CountedList<T extends TSchema>(item: T) {
  const { data, page, pageSize, total } = List(item).properties;
  const Count = Type.Object({ value: Type.Unknown(), count: Type.Integer({ minimum: 1 }) }, { additionalProperties: false });
  const facets = Type.Optional(
    Type.Record(Type.String(), Type.Array(Count), { description: "By field: its most frequent values, with the number of items of each." }),
  );
  return Type.Object({ data, page, pageSize, total, facets }, { additionalProperties: false });
}

/** A value or null: documented fields are always present. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export const Uuid = Type.String({ format: "uuid", examples: ["019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f"] });
/** An instant that somebody sends: RFC 3339 knows leap seconds, and JavaScript does not. */
export const GivenInstant = Type.String({
  format: "date-time",
  pattern: ":[0-5][0-9](\\.[0-9]+)?([Zz]|[+-][0-9:]+)$",
  description: "ISO 8601 with a time zone.",
  examples: ["2026-11-20T09:30:00.000Z"],
});
/** An instant that a request may leave out. */
export function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
export const Instant = Type.String({
  format: "date-time",
  description: "ISO 8601, UTC, with milliseconds.",
  examples: ["2026-11-20T09:30:00.000Z"],
});
