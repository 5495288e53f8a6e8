/** A shop of somebody's own: in German, without pictures, with a product in more versions than one and more products than a list has. */
export const ownKey = "pk_OwnShopForTests00000000000000001";

export const ownShop = {
  bundle: 1,
  site: { slug: "eck-backerei", name: "Eckbäckerei", defaultLocale: "de", locales: ["de"], currency: "eur" },
  apiKeys: [{ name: "web", key: ownKey }],
  blockTypes: ["hero", "carousel", "rich-text"].map((type) => ({ type, title: type, schema: { type: "object" } })),
  contentTypes: [{ slug: "blog-post", title: "Post", schema: { type: "object" } }],
  pages: [
    {
      slug: "home",
      locale: "de",
      title: "Start",
      composition: [
        {
          type: "hero",
          props: {
            title: "Eckbäckerei",
            image: { url: "/demo/illustrations/fjol-board-oak.svg", alt: "Ein Brett", width: 1200, height: 900 },
          },
        },
        { type: "carousel", props: { images: [{ url: "https://pictures.example/brot.svg", alt: "Ein Brot" }] } },
        {
          type: "rich-text",
          props: { body: "Mit ![Öl](/demo/illustrations/linseed-oil.svg), [Laib](/products/laib) und [Kuchen](/categories/kuchen)." },
        },
      ],
    },
  ],
  entries: [
    {
      contentType: "blog-post",
      slug: "neu",
      locale: "de",
      data: { title: "Neu", body: "Text.", image: { url: "/demo/illustrations/care-kit.svg", alt: "Ein Kasten" } },
    },
  ],
  categories: [{ slug: "kuchen", title: "Kuchen" }],
  products: [
    {
      slug: "laib",
      title: "Laib",
      description: "Sauerteig.",
      options: [{ name: "Größe", values: ["Halb", "Ganz"] }],
      variants: [
        { sku: "LAIB-H", price: 320, stock: 3, options: { Größe: "Halb" } },
        { sku: "LAIB-G", price: 590, stock: 0, options: { Größe: "Ganz" } },
      ],
    },
    ...Array.from({ length: 104 }, (_, number) => ({
      slug: `kuchen-${number}`,
      title: `Kuchen ${number}`,
      category: "kuchen",
      variants: [{ sku: `KUCHEN-${number}`, price: 250 }],
    })),
  ],
};
