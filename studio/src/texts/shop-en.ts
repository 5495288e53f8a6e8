import { account } from "./en/account.ts";
import { categories } from "./en/categories.ts";
import { customers } from "./en/customers.ts";
import { discounts } from "./en/discounts.ts";
import { giftCards } from "./en/gift-cards.ts";
import { mails } from "./en/mails.ts";
import { formBuilder } from "./en/form-builder.ts";
import { forms } from "./en/forms.ts";
import { orders } from "./en/orders.ts";
import { payments } from "./en/payments.ts";
import { plans } from "./en/plans.ts";
import { product } from "./en/product.ts";
import { products } from "./en/products.ts";
import { server } from "./en/server.ts";
import { shipping } from "./en/shipping.ts";
import { siteData } from "./en/site-data.ts";
import { totals } from "./en/totals.ts";
import { webhooks } from "./en/webhooks.ts";

/** The words of the shop's places in English, and the shape of every other catalogue of the shop. */
export const shopEn = {
  ...account,
  ...orders,
  ...shipping,
  ...products,
  ...product,
  ...categories,
  ...customers,
  ...discounts,
  ...giftCards,
  ...forms,
  ...formBuilder,
  ...mails,
  ...payments,
  ...plans,
  ...server,
  ...siteData,
  ...totals,
  ...webhooks,
};

export type ShopTexts = typeof shopEn;
