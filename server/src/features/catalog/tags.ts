/** The responses that show the product, or its stock. */
export const productTag = (id: string) => `product:${id}`;

/** The responses that looked for a product with this slug and found none. */
export const missingProductTag = (slug: string) => `no-product:${slug}`;

/** The lists of products, filtered in any way. */
export const productListsTag = "products";

/** The products in this category, which show its name while it is public. */
export const productsOfCategoryTag = (id: string) => `products-of:${id}`;

/** The responses that show categories, or looked for one: each has a count of products. */
export const categoriesTag = "categories";

export const plansTag = "plans";
