import type { Command } from "./command.ts";

export type AnyCommand = Command<object, unknown>;

/** A command whose input and output have been through JSON: whoever calls it knows what they are. */
const any = <Input extends object, Output>(command: Command<Input, Output>) => command as unknown as AnyCommand;

/** Every command that needs the database, by the words that call it. Loaded when called: a server that starts needs none. */
export const commands = {
  "site list": async () => any((await import("./site-list.ts")).siteList),
  "site create": async () => any((await import("./site-create.ts")).siteCreate),
  "site import": async () => any((await import("./site-import.ts")).siteImport),
  "site export": async () => any((await import("./site-export.ts")).siteExport),
  "key create": async () => any((await import("./key-create.ts")).keyCreate),
  "key list": async () => any((await import("./key-list.ts")).keyList),
  "key revoke": async () => any((await import("./key-revoke.ts")).keyRevoke),
  "preview create": async () => any((await import("./preview-create.ts")).previewCreate),
  "preview list": async () => any((await import("./preview-list.ts")).previewList),
  "preview cancel": async () => any((await import("./preview-cancel.ts")).previewCancel),
  "customer list": async () => any((await import("./customer-list.ts")).customerList),
  "customer show": async () => any((await import("./customer-show.ts")).customerShow),
  "customer export": async () => any((await import("./customer-export.ts")).customerExport),
  "customer erase": async () => any((await import("./customer-erase.ts")).customerErase),
  "order list": async () => any((await import("./order-list.ts")).orderList),
  "order show": async () => any((await import("./order-show.ts")).orderShow),
  "order fulfil": async () => any((await import("./order-fulfil.ts")).orderFulfil),
  "order cancel": async () => any((await import("./order-cancel.ts")).orderCancel),
  "order refund": async () => any((await import("./order-refund.ts")).orderRefund),
  "form list": async () => any((await import("./form-list.ts")).formList),
  "form submissions": async () => any((await import("./form-submissions.ts")).formSubmissions),
  "secrets rotate": async () => any((await import("./secrets-rotate.ts")).secretsRotate),
  doctor: async () => any((await import("./doctor.ts")).doctor),
};

export type CommandName = keyof typeof commands;
