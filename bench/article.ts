export const levels = ["easy", "medium", "hard"];
const text = { type: "string" };
/** The content type of the queries. */
export const article = {
  slug: "article",
  title: "Article",
  schema: {
    type: "object",
    properties: {
      title: { ...text, "x-queryable": true },
      minutes: { type: "integer", "x-queryable": true },
      level: { enum: levels, "x-queryable": true },
      tags: { type: "array", items: text, "x-queryable": true },
      text: { ...text, "x-searchable": true },
    },
  },
};
