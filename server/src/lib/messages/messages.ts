import type { Role } from "../admin/roles.ts";
import type { Html } from "../text/html.ts";

/** Everything that mails and the server's own pages say, in one language. Each language has a folder, with a file for each area. */
export interface Messages {
  checkout: CheckoutMessages;
  commonMail: CommonMailMessages;
  customerMail: CustomerMailMessages;
  emailCode: EmailCodeMessages;
  formMail: FormMailMessages;
  hostedPages: HostedPageMessages;
  invitation: InvitationMessages;
  linkMails: LinkMailMessages;
  notices: NoticeMessages;
  order: OrderMessages;
  orderMail: OrderMailMessages;
  orderNotice: OrderNoticeMessages;
  giftCardMail: GiftCardMailMessages;
  orderUpdate: OrderUpdateMessages;
  paymentNotice: PaymentNoticeMessages;
  settingsScreens: SettingsScreenMessages;
  signInPages: SignInPageMessages;
  signupMail: SignupMailMessages;
}

/** What stands in the way of an order, said to the buyer, with the remedy. */
export interface CheckoutMessages {
  unavailable: string;
  /** `currency` is its code in capitals. */
  notSoldInCurrency(currency: string): string;
  outOfStock(title: string, available: number): string;
  addressMissing: string;
  addressIncomplete: string;
  /** `country` is its name in the language. */
  notDeliverable(country: string): string;
  /** `currency` is its code in capitals. */
  notDeliverableIn(currency: string, country: string): string;
  optionUnknown: string;
  amountTooSmall: string;
  amountTooLarge: string;
  discounts: {
    unknown(code: string): string;
    /** Before its start, after its end, or switched off. */
    notInCurrency(code: string, currency: string): string;
    notValidNow(code: string): string;
    usedUp(code: string): string;
    noItems(code: string): string;
    /** `amount` with its currency. */
    minimumSubtotal(code: string, amount: string): string;
    minimumQuantity(code: string, quantity: number): string;
    notCombined(code: string): string;
    buyerUnknown(code: string): string;
    usedByBuyer(code: string): string;
    notFirstOrder(code: string): string;
  };
  /** `last4`: the end of the card's code. */
  giftCards: {
    unknown: string;
    blocked(last4: string): string;
    expired(last4: string): string;
    empty(last4: string): string;
    otherCurrency(last4: string): string;
    tooMany(most: number): string;
    /** Another order was faster. */
    spent: string;
  };
}

/** What all kinds of mails share. */
export interface CommonMailMessages {
  greeting(name: string | null): string;
  /** On a button. */
  goToShop: string;
  ifTheButtonFails: string;
  regards: string;
  footer: string;
}

/** The text of one kind of email in one language. */
interface CustomerMailText {
  subject(site: string): string;
  /** Before the link. */
  opening(site: string): string;
  button: string;
  /** After the link. */
  closing(about: { site: string; validFor: string }): string[];
  /** For a recipient who did not request the email, with a link of its own. */
  disown?: { text: string; link: string };
}

export interface CustomerMailMessages {
  /** Before a second link, to our own page. */
  ifThePageFails: string;
  "verify-email": CustomerMailText;
  "reset-password": CustomerMailText;
  "password-changed": CustomerMailText;
  "change-email": CustomerMailText;
  "email-change-requested": CustomerMailText;
}

export type PasswordError = "too-short" | "too-long" | "too-common";

export interface PageText {
  heading: string;
  paragraphs(site: string): string[];
}

export interface HostedPageMessages {
  /** The way on, to the shop. */
  goTo(site: string): string;
  confirmEmail: PageText & { button: string };
  emailConfirmed: PageText;
  choosePassword: PageText & { label: string; hint: string; button: string; errors: Readonly<Record<PasswordError, string>> };
  passwordChosen: PageText;
  disown: PageText & { button: string; otherwise: string };
  disowned: PageText;
  linkUnusable: PageText;
}

/** The words for values. */
export interface ValueMessages {
  yes: string;
  no: string;
  /** The end of a value that is too long to show in full. */
  cut(length: number): string;
}

export interface FormMailMessages extends ValueMessages {
  subject(form: string, site: string): string;
  opening(form: string, at: string): string;
  /** Above the members that the form does not name. */
  notAsked: string;
  more(count: number): string;
  reply(address: string): string;
  footer: string;
}

/** The words for the parts of an order, for its payer. */
export interface OrderMessages {
  /** Before its lines. */
  shippingAddress: string;
  tax: string;
  shipping: string;
  /** A tax that the prices include. */
  taxIncluded(title: string): string;
  order(number: number): string;
  /** The number of different items. */
  items(count: number): string;
  /** After the order, where gift cards have paid a part of it. */
  lessGiftCards: string;
  /** Paid with a gift card. `last4`: the end of its code. */
  giftCard(last4: string): string;
  /** The part that gift cards do not pay. */
  toPay: string;
}

export interface OrderMailMessages {
  subject(number: number, site: string): string;
  opening(site: string): string;
  subtotal: string;
  total: string;
}

export interface OrderNoticeMessages {
  subject(number: number, site: string): string;
  opening(number: number): string;
  buyer(address: string): string;
  noAddress: string;
  footer: string;
}

interface PaymentNoticeText {
  subject(about: string): string;
  /** `about`: the order or the payment, as a part of the sentence. */
  report(told: { about: string; amount: string }): string;
  remedy?(told: { deadline: string | null }): string;
}

/** To the people of a site, about a dispute or a failed refund. */
export interface PaymentNoticeMessages {
  order(number: number): string;
  payment(id: string): string;
  disputed: PaymentNoticeText;
  won: PaymentNoticeText;
  lost: PaymentNoticeText;
  refundFailed: PaymentNoticeText;
  reason(code: string): string;
  footer: string;
}

/** To the buyer, about what happened to an order. */
export interface GiftCardMailMessages {
  /** `count`: of cards. */
  subject(count: number, site: string): string;
  opening(count: number, site: string): string;
  /** Before the code and the value. */
  expires(day: string): string;
  /** How a card is used. */
  closing: string;
}

export interface OrderUpdateMessages {
  shipped: {
    subject(number: number, site: string): string;
    opening(number: number): string;
    /** More is to follow. */
    openingOfPart(number: number): string;
    /** The carrier and the number of the parcel. */
    parcel(names: string): string;
    button: string;
  };
  refunded: {
    subject(number: number, site: string): string;
    opening(number: number, amount: string): string;
    /** How long banks take. */
    duration: string;
  };
  cancelled: {
    subject(number: number, site: string): string;
    opening(number: number, site: string): string;
  };
}

export interface SignupMailMessages {
  subject(site: string): string;
  opening(slug: string): string;
  closing(minutes: number): string[];
}

/** The mail with the code for a new address. */
export interface EmailCodeMessages {
  subject(service: string): string;
  opening(service: string, code: string): string;
  closing: string[];
}

export type LinkMail = "reset-password" | "first-password";

interface LinkText {
  subject(service: string): string;
  opening(service: string): string;
  button: string;
  closing: string[];
}

/** Mails to admins with a link that works once. */
export type LinkMailMessages = Readonly<Record<LinkMail, LinkText>>;

/** The mail that invites a person to a site. */
export interface InvitationMessages {
  subject(facts: InvitationFacts): string;
  opening(facts: InvitationFacts): string;
  button: string;
  closing: string[];
}

interface InvitationFacts {
  service: string;
  site: string;
  inviter: string | null;
}

interface AboutNotice<Facts> {
  service: string;
  /** The time of it, in words. */
  at: string;
  facts: Facts;
}

/** The words of a mail that tells an admin what has happened. */
interface NoticeText<Facts> {
  subject(about: AboutNotice<Facts>): string;
  /** Before the link to the studio. */
  opening(about: AboutNotice<Facts>): string;
  /** After it. */
  closing(about: AboutNotice<Facts>): string[];
}

/** Mails about the second factors of an account. */
interface FactorNoticeFacts {
  "totp-added": Record<never, never>;
  "totp-removed": Record<never, never>;
  "passkey-added": { passkey: string };
  "passkey-removed": { passkey: string };
  "recovery-codes-made": Record<never, never>;
  "recovery-code-used": { left: string };
  /** The password was right, and five codes were wrong. */
  "second-factor-failed": Record<never, never>;
}

/** Mails about the place of a person in a site. */
interface MemberNoticeFacts {
  "removed-from-site": { site: string };
}

/** Mails about what those who run the server did. */
interface ServerNoticeFacts {
  /** To the owners of a site. */
  "operator-entered": { site: string; operator: string; reason: string };
  /** To the owner of a new site. */
  "site-opened": { site: string };
}

/** The mails that tell an admin what has happened, by kind, with the facts that each names. A new kind is added here, in every language. */
export interface NoticeFacts extends FactorNoticeFacts, MemberNoticeFacts, ServerNoticeFacts {
  "new-browser": { browser: string };
  "password-changed": Record<never, never>;
  "second-factors-removed": Record<never, never>;
  "new-token": { token: string };
  /** To the former address. */
  "email-changed": { email: string };
  /** To somebody who is asked for a review. `note`: what the asker wrote, or empty. */
  "review-asked": { title: string; site: string; asker: string; note: string };
  /** Something that the admin planned could not be published. */
  "schedule-failed": { title: string; site: string; reason: string };
  /** The same of a release. */
  "release-failed": { release: string; site: string; reason: string };
  /** To everybody of the site who may enable it again. `webhook`: its description, or the host of its address. */
  "webhook-disabled": { webhook: string; site: string };
}

export type NoticeKind = keyof NoticeFacts;

export interface NoticeMessages {
  /** On the link to the studio. */
  button: string;
  kinds: { readonly [Kind in NoticeKind]: NoticeText<NoticeFacts[Kind]> };
}

/** The words of the pages before the studio: to sign in, to choose a password, to accept an invitation. */
export interface SignInPageMessages {
  needsScript: string;
  wait: string;
  email: string;
  password: string;
  newPassword: string;
  passwordHint: string;
  showPassword: string;
  name: string;
  signIn: { title: string; button: string; passkey: string; forgot: string; signedOut: string };
  code: { title: string; hint: string; label: string; button: string; passkey: string; again: string };
  forgot: { title: string; lead: string; button: string; back: string };
  sent: { title: string; lead: string };
  choose: { title: string; lead: string; button: string };
  chosen: { title: string; lead: string; button: string };
  unusable: { title: string; lead: string; button: string };
  invitation: {
    title: string;
    invited(inviter: Html, site: Html, role: Html): Html;
    invitedByNobody(site: Html, role: Html): Html;
    newAccount(email: Html): Html;
    accept: string;
    acceptAs(name: Html): Html;
    otherAccount(email: Html): Html;
    signIn: string;
  };
  accepted: { title: string; lead(site: Html): Html; button: string };
  invitationUnusable: { title: string; lead: string };
  roles: Readonly<Record<Role, string>>;
  /** What went wrong, by the code of the problem, and the way on. `unknown` stands for every other one. */
  problems: Readonly<Record<SignInProblem, string>>;
}

/** The problems that the pages explain in words of their own. */
type SignInProblem =
  | "invalid_credentials"
  | "second_factor_wrong"
  | "second_factor_form"
  | "session_ended"
  | "link_spent"
  | "passkey_invalid"
  | "passkey_failed"
  | "rate_limited"
  | "cross_site_request"
  | "password_short"
  | "password_common"
  | "email_form"
  | "email_taken"
  | "invitation_for_another"
  | "offline"
  | "unknown";

/** The screens of a site's settings. */
export type SettingsScreen = "general" | "locales" | "keys" | "origins" | "payments" | "mails" | "team" | "audit" | "bundle" | "danger";

/** The name of each, and further words by which people look for it. */
export type SettingsScreenMessages = Readonly<Record<SettingsScreen, readonly [string, string]>>;
