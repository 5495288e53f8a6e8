/** A small catalogue in every state that its parts can be in. The texts carry a mark, to be told apart. */
export function sampleCatalog(mark = "sample") {
  const category = (slug: string, parent: string | null, more: object = {}) => ({
    slug,
    parent,
    title: `${mark} ${slug}`,
    description: `All ${slug}`,
    ...more,
  });
  const product = (slug: string, more: object = {}) => ({
    slug,
    title: `${mark} ${slug.replaceAll("-", " ")}`,
    variants: [{ sku: slug.toUpperCase(), price: 1_000 }],
    ...more,
  });
  return {
    categories: [
      // A child before its parent: the order in a bundle means nothing.
      category("chairs", "seating", { position: 2 }),
      category("furniture", null, { position: 1, image: { url: "/pictures/furniture.svg", alt: "Furniture", width: 12, height: 9 } }),
      category("seating", "furniture", { position: 1 }),
      category("benches", "seating", { position: 1 }),
      category("lamps", null, { position: 2 }),
      category("staff-only", "furniture", { status: "HIDDEN", title: `DRAFT-${mark} staff` }),
      category("below-hidden", "staff-only", { title: `DRAFT-${mark} below` }),
    ],
    products: [
      product("fjell-chair", {
        category: "chairs",
        description: "A light chair of smoked oak.",
        images: [{ url: "/pictures/chair.svg", alt: 'A "chair"', width: 1200, height: 900 }, { url: "https://cdn.example/chair.jpg" }],
        options: [
          { name: "Wood", values: ["Oak", "Ash"] },
          { name: "Seat", values: ["Wood", "Cord"] },
        ],
        attributes: { weightKg: 4.62, tags: ["light"], url: "/not/a/picture" },
        variants: [
          { sku: "FJELL-OAK-WOOD", price: 42_000, compareAtPrice: 48_000, options: { Wood: "Oak", Seat: "Wood" }, stock: 5 },
          { sku: "FJELL-ASH-CORD", title: "Ash with cord", price: 39_000, options: { Wood: "Ash", Seat: "Cord" }, stock: 0 },
          { sku: "FJELL-OAK-CORD", price: 45_000, options: { Wood: "Oak", Seat: "Cord" } },
        ],
      }),
      product("brygge-bench", {
        category: "benches",
        description: "A bench for two.",
        variants: [{ sku: "BRYGGE", price: 60_000, stock: 2 }],
      }),
      product("lykt-lamp", { category: "lamps", description: "Hangs low.", variants: [{ sku: "LYKT-28", price: 18_900 }] }),
      product("staff-chair", { category: "staff-only", variants: [{ sku: "STAFF", price: 100 }] }),
      product("gift", { variants: [{ sku: "GIFT", price: 0 }] }),
      product("secret-prototype", { status: "DRAFT", title: `DRAFT-${mark} zanzibar`, category: "chairs" }),
      product("old-stool", { status: "ARCHIVED", title: `DRAFT-${mark} timbuktu`, category: "chairs" }),
    ],
    plans: [
      { slug: "care-year", name: `${mark} Care, a year`, price: 9_000, interval: "year", features: ["Oil", "A visit"], trialDays: 14 },
      { slug: "care-month", name: `${mark} Care`, price: 900, interval: "month", description: "Oil and cloth" },
      { slug: "retired", name: `DRAFT-${mark} Retired`, price: 1, interval: "week", status: "INACTIVE" },
    ],
  };
}
