import type { Metadata } from "next";
import Link from "next/link";
import { AfterOrder } from "@/components/cart/after-order";
import { currentLocale } from "@/lib/locale";
import { rememberedOrder } from "@/lib/order-cookie";
import { cartOutcome, orderStanding } from "@/lib/order-standing";
import { found, live } from "@/lib/vitrine";
import { fill } from "@/messages/fill";

export async function generateMetadata(): Promise<Metadata> {
  const { words } = await currentLocale();
  return { title: words.checkout.title, robots: { index: false } };
}

/** Where the payment page leads back to. That somebody opens it proves nothing: the order itself says whether it is paid. */
export default async function ThanksPage() {
  const { locale, words } = await currentLocale();
  const placed = await rememberedOrder();
  const order = placed && (await found(live.checkout.getCheckoutOrder({ id: placed.id })));
  const standing = order ? orderStanding(order) : "unknown";
  const isUnpaid = standing === "failed" || standing === "cancelled" || standing === "unknown";
  return (
    <section className="hero">
      <h1>{words.checkout[`${standing}Title`]}</h1>
      <p className="lead" role="status">
        {fill(words.checkout[`${standing}Text`], { number: placed?.number ?? "" })}
      </p>
      {isUnpaid && (
        <Link className="button" href={`/${locale}/cart`}>
          {words.checkout.backToCart}
        </Link>
      )}
      {(standing === "waiting" || standing === "processing") && (
        <a className="button button-quiet" href={`/${locale}/checkout/thanks`}>
          {words.checkout.checkAgain}
        </a>
      )}
      {standing === "paid" && (
        <Link className="button" href={`/${locale}/account`}>
          {words.checkout.yourOrders}
        </Link>
      )}
      {placed && standing !== "unknown" && <AfterOrder cartKey={placed.cartKey} outcome={cartOutcome(standing)} />}
    </section>
  );
}
