import type { Command } from "./lib/cli/command.ts";

export type AnyCommand = Command<object, unknown>;

/** A command whose input and output have been through JSON: whoever calls it knows what they are. */
const any = <Input extends object, Output>(command: Command<Input, Output>) => command as unknown as AnyCommand;

/** Every command that needs the database, by the words that call it. Loaded when called: a server that starts needs none. */
export const commands = {
  "site list": async () => any((await import("./features/sites/cli/site-list.ts")).siteList),
  "site create": async () => any((await import("./features/sites/cli/site-create.ts")).siteCreate),
  "site import": async () => any((await import("./features/bundle/cli/site-import.ts")).siteImport),
  "site export": async () => any((await import("./features/bundle/cli/site-export.ts")).siteExport),
  "key create": async () => any((await import("./features/sites/cli/key-create.ts")).keyCreate),
  "key list": async () => any((await import("./features/sites/cli/key-list.ts")).keyList),
  "key revoke": async () => any((await import("./features/sites/cli/key-revoke.ts")).keyRevoke),
  "preview create": async () => any((await import("./features/preview/cli/preview-create.ts")).previewCreate),
  "preview list": async () => any((await import("./features/preview/cli/preview-list.ts")).previewList),
  "preview cancel": async () => any((await import("./features/preview/cli/preview-cancel.ts")).previewCancel),
  "customer list": async () => any((await import("./features/customers/cli/customer-list.ts")).customerList),
  "customer show": async () => any((await import("./features/personal-data/cli/customer-show.ts")).customerShow),
  "customer export": async () => any((await import("./features/personal-data/cli/customer-export.ts")).customerExport),
  "customer erase": async () => any((await import("./features/personal-data/cli/customer-erase.ts")).customerErase),
  "order list": async () => any((await import("./features/orders/cli/order-list.ts")).orderList),
  "order show": async () => any((await import("./features/orders/cli/order-show.ts")).orderShow),
  "order fulfil": async () => any((await import("./features/orders/cli/order-fulfil.ts")).orderFulfil),
  "order cancel": async () => any((await import("./features/payments/cli/order-cancel.ts")).orderCancel),
  "order refund": async () => any((await import("./features/payments/cli/order-refund.ts")).orderRefund),
  "form list": async () => any((await import("./features/forms/cli/form-list.ts")).formList),
  "form submissions": async () => any((await import("./features/forms/cli/form-submissions.ts")).formSubmissions),
  "secrets rotate": async () => any((await import("./features/operating/cli/secrets-rotate.ts")).secretsRotate),
  doctor: async () => any((await import("./features/operating/cli/doctor.ts")).doctor),
};

export type CommandName = keyof typeof commands;
