import { account } from "./pt-br/account.ts";
import { categories } from "./pt-br/categories.ts";
import { customers } from "./pt-br/customers.ts";
import { discounts } from "./pt-br/discounts.ts";
import { giftCards } from "./pt-br/gift-cards.ts";
import { mails } from "./pt-br/mails.ts";
import { formBuilder } from "./pt-br/form-builder.ts";
import { forms } from "./pt-br/forms.ts";
import { orders } from "./pt-br/orders.ts";
import { payments } from "./pt-br/payments.ts";
import { plans } from "./pt-br/plans.ts";
import { product } from "./pt-br/product.ts";
import { products } from "./pt-br/products.ts";
import { server } from "./pt-br/server.ts";
import { shipping } from "./pt-br/shipping.ts";
import { siteData } from "./pt-br/site-data.ts";
import { totals } from "./pt-br/totals.ts";
import { webhooks } from "./pt-br/webhooks.ts";
import type { ShopTexts } from "./shop-en.ts";

/** The words of the shop's places in Brazilian Portuguese. */
export const shopPtBr: ShopTexts = {
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
