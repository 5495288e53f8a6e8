import type { SiteCustomer } from "@vitrine/client/admin";
import { AtSign, Ban, Download, Ellipsis, KeyRound, LogOut, MailCheck, Pencil, Trash2, UserCheck } from "lucide-react";
import { useState } from "react";
import { usePlaceActions } from "../app/place-actions.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import type { Action } from "../parts/action.ts";
import { Menu } from "../parts/menu.tsx";
import { saveFile } from "../parts/save-file.ts";
import { toast } from "../parts/toast.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { nameOf } from "./customer-name.ts";
import { useShowCustomer } from "./customer-queries.ts";
import { EditCustomer } from "./edit-customer.tsx";
import { EraseCustomer } from "./erase-customer.tsx";

/** What the person may do with a customer. */
export function CustomerActions({ customer }: { customer: SiteCustomer }) {
  const { api, may } = useSite();
  const { app } = texts;
  const { customers } = shopTexts;
  const show = useShowCustomer();
  const { act, isBusy } = useMutation(customers.problems);
  const [open, setOpen] = useState<"edit" | "email" | "sessions" | "block" | "erase">();
  const close = () => setOpen(undefined);
  const { id, email, blockedAt, emailVerified } = customer;
  const name = nameOf(customer);
  const run = async (work: () => Promise<SiteCustomer>, done: string) => {
    close();
    if (await act(async () => show(await work()))) toast(done);
  };
  const download = () =>
    act(async () => {
      const data = await api.customers.exportCustomer({ id });
      saveFile(`customer-${id}.json`, JSON.stringify(data, null, 2), "application/json");
    });
  const mails: Action[] = [
    ...(emailVerified
      ? []
      : [
          {
            id: "verification",
            label: customers.sendVerification,
            icon: <MailCheck className="icon" aria-hidden />,
            onAction: () => void run(() => api.customers.sendCustomerVerification({ id }), customers.verificationSent(email)),
          },
        ]),
    {
      id: "reset",
      label: customers.sendReset,
      icon: <KeyRound className="icon" aria-hidden />,
      onAction: () => void run(() => api.customers.sendCustomerPasswordReset({ id }), customers.resetSent(email)),
    },
    { id: "email", label: customers.changeEmail, icon: <AtSign className="icon" aria-hidden />, onAction: () => setOpen("email") },
  ];
  const access: Action[] = [
    { id: "sessions", label: customers.endSessions, icon: <LogOut className="icon" aria-hidden />, onAction: () => setOpen("sessions") },
    blockedAt === null
      ? { id: "block", label: customers.block, icon: <Ban className="icon" aria-hidden />, onAction: () => setOpen("block") }
      : {
          id: "unblock",
          label: customers.unblock,
          icon: <UserCheck className="icon" aria-hidden />,
          onAction: () => void run(() => api.customers.unblockCustomer({ id }), customers.isUnblocked),
        },
  ];
  const dataActions: Action[] = [
    ...(may("customers:export")
      ? [
          {
            id: "download",
            label: customers.download,
            icon: <Download className="icon" aria-hidden />,
            onAction: () => void download(),
          },
        ]
      : []),
    ...(may("customers:erase")
      ? [
          {
            id: "erase",
            label: customers.erase,
            icon: <Trash2 className="icon" aria-hidden />,
            isDanger: true,
            onAction: () => setOpen("erase"),
          },
        ]
      : []),
  ];
  const groups = [...(may("customers:write") ? [mails, access] : []), dataActions];
  const edit = <Pencil className="icon" aria-hidden />;
  usePlaceActions(may("customers:write") ? [{ id: "edit", label: customers.edit, icon: edit, onAction: () => setOpen("edit") }] : []);
  return (
    <>
      {may("customers:write") && (
        <Button variant="primary" onPress={() => setOpen("edit")}>
          {edit}
          {customers.edit}
        </Button>
      )}
      {groups.some((group) => group.length > 0) && (
        <Menu
          isOfPlace
          label={app.more}
          trigger={
            <Button label={app.more} isDisabled={isBusy}>
              <Ellipsis className="icon" aria-hidden />
            </Button>
          }
          groups={groups}
        />
      )}
      {open === "edit" && <EditCustomer customer={customer} onClose={close} />}
      {open === "email" && <ChangeEmail customer={customer} onClose={close} />}
      {open === "erase" && <EraseCustomer customer={customer} onClose={close} />}
      <Confirm
        title={customers.endSessionsTitle(name)}
        label={customers.endSessions}
        isOpen={open === "sessions"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void run(() => api.customers.endCustomerSessions({ id }), customers.sessionsEnded)}
      >
        <p>{customers.endSessionsText}</p>
      </Confirm>
      <Confirm
        title={customers.blockTitle(name)}
        label={customers.block}
        isOpen={open === "block"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void run(() => api.customers.blockCustomer({ id }), customers.isBlocked)}
      >
        <p>{customers.blockText}</p>
      </Confirm>
    </>
  );
}
