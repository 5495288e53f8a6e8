import { lazyRouteComponent } from "@tanstack/react-router";
import { loadReviewTexts } from "./review-texts.ts";
import { loadListTexts } from "./list-texts.ts";
import { loadShopTexts } from "./shop-texts.ts";

/** A place of the studio: its path below the site's, and the screen, which is loaded when somebody goes there. */
const place = <Name extends string>(path: string, load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) => ({
  path,
  component: lazyRouteComponent(load, name),
});

/** A place of the shop. Its words are loaded with it. */
const shopPlace = <Name extends string>(path: string, load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) =>
  place(path, async () => (await Promise.all([load(), loadShopTexts()]))[0], name);

/** An editor of drafts. The words of comments and reviews are loaded with it. */
const editorPlace = <Name extends string>(path: string, load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) =>
  place(path, async () => (await Promise.all([load(), loadReviewTexts()]))[0], name);

/** A list whose columns and views people choose. */
const listPlace = <Name extends string>(path: string, load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) =>
  place(path, async () => (await Promise.all([load(), loadListTexts()]))[0], name);

/** Such a list in the shop. */
const shopListPlace = <Name extends string>(path: string, load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) =>
  shopPlace(path, async () => (await Promise.all([load(), loadListTexts()]))[0], name);

/** Every place of a site. */
export const sitePlaces = [
  place("/", () => import("../overview/overview.tsx"), "Overview"),
  listPlace("/pages", () => import("../content/page-list.tsx"), "PageList"),
  editorPlace("/pages/$id/$locale", () => import("../content/page-editor.tsx"), "PageEditor"),
  listPlace("/entries", () => import("../content/entry-types.tsx"), "EntryTypes"),
  listPlace("/entries/$type", () => import("../content/entry-list.tsx"), "EntryList"),
  editorPlace("/entries/$type/$id/$locale", () => import("../content/entry-editor.tsx"), "EntryEditor"),
  place("/trash", () => import("../content/trash.tsx"), "Trash"),
  place("/releases", () => import("../releases/release-list.tsx"), "ReleaseList"),
  place("/releases/$id", () => import("../releases/release-page.tsx"), "ReleasePage"),
  place("/releases/$id/preview", () => import("../releases/release-preview.tsx"), "ReleasePreview"),
  shopListPlace("/products", () => import("../catalog/product-list.tsx"), "ProductList"),
  shopPlace("/categories", () => import("../catalog/category-tree.tsx"), "CategoryTree"),
  shopPlace("/plans", () => import("../catalog/plan-list.tsx"), "PlanList"),
  shopListPlace("/discounts", () => import("../discounts/discount-list.tsx"), "DiscountList"),
  shopPlace("/discounts/new", () => import("../discounts/discount-page.tsx"), "NewDiscount"),
  shopPlace("/discounts/$id", () => import("../discounts/discount-page.tsx"), "DiscountPage"),
  shopPlace("/gift-cards", () => import("../gift-cards/gift-card-list.tsx"), "GiftCardList"),
  shopPlace("/gift-cards/$id", () => import("../gift-cards/gift-card-page.tsx"), "GiftCardPage"),
  shopListPlace("/orders", () => import("../orders/order-list.tsx"), "OrderList"),
  shopPlace("/orders/packing-slips", () => import("../orders/packing-slips.tsx"), "PackingSlips"),
  shopPlace("/orders/$id", () => import("../orders/order-page.tsx"), "OrderPage"),
  shopListPlace("/customers", () => import("../customers/customer-list.tsx"), "CustomerList"),
  shopPlace("/customers/$id", () => import("../customers/customer-page.tsx"), "CustomerPage"),
  shopPlace("/forms", () => import("../forms/form-list.tsx"), "FormList"),
  shopPlace("/forms/$slug", () => import("../forms/inbox.tsx"), "Inbox"),
  shopPlace("/forms/$slug/edit", () => import("../forms/edit-form.tsx"), "EditForm"),
  shopPlace("/products/new", () => import("../catalog/product-page.tsx"), "NewProduct"),
  shopPlace("/products/$id", () => import("../catalog/product-page.tsx"), "ProductPage"),
  place("/media", () => import("../media/library.tsx"), "Library"),
  place("/model", () => import("../model/model-list.tsx"), "ModelList"),
  place("/model/entries/$type", () => import("../model/type-page.tsx"), "ContentTypePage"),
  place("/model/blocks/$type", () => import("../model/type-page.tsx"), "BlockTypePage"),
  place("/settings", () => import("../settings/general.tsx"), "General"),
  place("/settings/team", () => import("../settings/team.tsx"), "Team"),
  place("/settings/keys", () => import("../settings/keys.tsx"), "Keys"),
  shopPlace("/settings/payments", () => import("../settings/payments.tsx"), "Payments"),
  shopPlace("/settings/costs", () => import("../totals/order-costs.tsx"), "OrderCosts"),
  shopPlace("/settings/data", () => import("../settings/site-data.tsx"), "SiteData"),
  shopPlace("/settings/mails", () => import("../mails/mail-list.tsx"), "MailList"),
  shopPlace("/settings/mails/$kind/$locale", () => import("../mails/mail-page.tsx"), "MailPage"),
  shopPlace("/settings/webhooks", () => import("../webhooks/webhook-list.tsx"), "WebhookList"),
  shopPlace("/settings/webhooks/$id", () => import("../webhooks/webhook-page.tsx"), "WebhookPage"),
  place("/settings/audit", () => import("../settings/audit.tsx"), "Audit"),
];

/** Places of the person, not of a site. */
export const ownPlaces = [
  place("/", () => import("./sites.tsx"), "Sites"),
  shopPlace("/server", () => import("../server/server-page.tsx"), "ServerPage"),
  shopPlace("/me", () => import("../account/account.tsx"), "Account"),
];
