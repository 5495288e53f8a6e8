/** A site in three languages, whose catalogue is translated in part. */
export function translatedCatalog() {
  return {
    site: {
      defaultLocale: "en",
      locales: ["en", "de", "pt-BR"],
      settings: { catalog: { translatedAttributes: ["care", "material"] } },
    },
    categories: [
      {
        slug: "chairs",
        title: "Chairs",
        description: "To sit on",
        translations: { de: { slug: "stuehle", title: "Stühle", description: "Zum Sitzen" } },
      },
      { slug: "stools", title: "Stools", parent: "chairs", translations: { de: { title: "Hocker" }, "pt-BR": { title: "Bancos" } } },
      { slug: "lamps", title: "Lamps" },
      { slug: "hidden", title: "Hidden", status: "HIDDEN", translations: { de: { slug: "versteckt", title: "Geheimfach" } } },
    ],
    products: [
      {
        slug: "fjell-chair",
        title: "Fjell chair",
        description: "A light chair of oak.",
        category: "chairs",
        seo: { title: "Buy the Fjell chair", image: "/pictures/fjell.jpg" },
        options: [
          { name: "Wood", values: ["Oak", "Ash"] },
          { name: "Seat", values: ["Cord", "Wood"] },
        ],
        attributes: { weightKg: 4.6, material: "Oak", care: ["Oil it"] },
        variants: [
          { sku: "FJELL-1", price: 42_000, options: { Wood: "Oak", Seat: "Cord" } },
          { sku: "FJELL-2", price: 39_000, options: { Wood: "Ash", Seat: "Wood" }, title: "The simple one", stock: 30 },
        ],
        translations: {
          de: {
            slug: "fjell-stuhl",
            title: "Stuhl Fjell",
            description: "Ein leichter Stuhl aus Eiche.",
            seo: { title: "Den Stuhl Fjell kaufen" },
            options: [
              { name: "Holz", values: ["Eiche", "Esche"] },
              { name: "Sitz", values: ["Kordel", "Holz"] },
            ],
            attributes: { material: "Eiche" },
            variants: { "FJELL-2": { title: "Der einfache" } },
          },
          "pt-BR": { title: "Cadeira Fjell" },
        },
      },
      {
        slug: "knott-stool",
        title: "Knott stool",
        category: "stools",
        variants: [{ sku: "KNOTT", price: 12_000 }],
        translations: { de: { title: "Ahocker Knott" } },
      },
      { slug: "lykt-lamp", title: "Lykt lamp", description: "Hangs low.", category: "lamps", variants: [{ sku: "LYKT", price: 18_900 }] },
      {
        slug: "prototype",
        title: "DRAFT zanzibar",
        status: "DRAFT",
        variants: [{ sku: "PROTO", price: 1 }],
        translations: { de: { slug: "entwurf", title: "DRAFT timbuktu" } },
      },
    ],
    plans: [
      {
        slug: "care",
        name: "Care",
        description: "Oil and cloth",
        price: 900,
        interval: "month",
        features: ["Oil", "Cloth"],
        translations: { de: { slug: "pflege", name: "Pflege", features: ["Öl", "Tuch"] } },
      },
      { slug: "loan", name: "Loan", price: 500, interval: "month" },
    ],
  };
}
