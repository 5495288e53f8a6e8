/** The responses that show the product, or its stock. */
export const productTag = (id: string) => `product:${id}`;

/** The responses that looked for this slug, in any locale, and would show another product if one had it. */
export const productSlugTag = (slug: string) => `product-slug:${slug}`;

/** The lists of products, filtered in any way. */
export const productListsTag = "products";

/** The products in this category, which show its name while it is public. */
export const productsOfCategoryTag = (id: string) => `products-of:${id}`;

/** The responses that show categories, or looked for one: each has a count of products. */
export const categoriesTag = "categories";

export const plansTag = "plans";
