/** A small site in two locales and a half, in every state that a document can be in. The texts carry a mark, to be told apart. */
export function sampleSite(mark = "sample"): Record<string, unknown> {
  const text = { type: "object", properties: { text: { type: "string" } }, additionalProperties: false };
  const page = (slug: string, locale: string, more: object = {}) => ({ slug, locale, title: `${mark} ${slug} ${locale}`, ...more });
  const post = (slug: string, locale: string, more: object = {}) => ({
    contentType: "blog-post",
    slug,
    locale,
    data: { text: `${mark} ${slug} ${locale}` },
    ...more,
  });
  return {
    site: { defaultLocale: "en", locales: ["en", "de", "pt-BR"] },
    blockTypes: [
      { type: "text", title: "Text", schema: text, defaults: { text: mark } },
      { type: "box", title: "Box", schema: { type: "object", properties: {} } },
    ],
    contentTypes: [
      { slug: "blog-post", title: "Blog post", schema: text },
      { slug: "note", title: "Note", schema: text },
      { slug: "blog", title: "Not the blog", schema: text },
    ],
    forms: [{ slug: "contact", name: `${mark} contact`, schema: { ...text, required: ["text"] } }],
    pages: [
      page("home", "en"),
      page("home", "de"),
      page("about", "en", { page: "about" }),
      page("ueber-uns", "de", { page: "about" }),
      page("docs/start", "en"),
      page("nur-deutsch", "de"),
      page("draft-in-german", "en"),
      page("draft-in-german", "de", { status: "DRAFT", title: `DRAFT-${mark}` }),
      page("only-a-draft", "en", { status: "DRAFT", title: `DRAFT-${mark}` }),
      page("with-draft", "en", { draft: { title: `DRAFT-${mark}` } }),
    ],
    entries: [
      post("first", "en", { publishedAt: "2026-01-01T00:00:00.000Z" }),
      post("first", "de", { publishedAt: "2026-01-01T00:00:00.000Z" }),
      post("second", "en", { publishedAt: "2026-02-01T00:00:00.000Z" }),
      post("third", "en", { publishedAt: "2026-03-01T00:00:00.000Z", draft: { data: { text: `DRAFT-${mark}` } } }),
      post("unpublished", "en", { status: "DRAFT", data: { text: `DRAFT-${mark}` } }),
      { contentType: "note", slug: "first", locale: "en", data: { text: `${mark} note` } },
      { contentType: "blog", slug: "first", locale: "en", data: { text: `${mark} other type` } },
    ],
  };
}
