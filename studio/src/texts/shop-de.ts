import { account } from "./de/account.ts";
import { categories } from "./de/categories.ts";
import { customers } from "./de/customers.ts";
import { discounts } from "./de/discounts.ts";
import { giftCards } from "./de/gift-cards.ts";
import { mails } from "./de/mails.ts";
import { formBuilder } from "./de/form-builder.ts";
import { forms } from "./de/forms.ts";
import { orders } from "./de/orders.ts";
import { payments } from "./de/payments.ts";
import { plans } from "./de/plans.ts";
import { product } from "./de/product.ts";
import { products } from "./de/products.ts";
import { server } from "./de/server.ts";
import { shipping } from "./de/shipping.ts";
import { siteData } from "./de/site-data.ts";
import { totals } from "./de/totals.ts";
import { webhooks } from "./de/webhooks.ts";
import type { ShopTexts } from "./shop-en.ts";

/** The words of the shop's places in German. */
export const shopDe: ShopTexts = {
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
