import type { OrderDetails } from "@vitrine/client/admin";
import { Ban, Ellipsis, Mail, Printer, Truck, Undo2 } from "lucide-react";
import { useState } from "react";
import { usePlaceActions } from "../app/place-actions.ts";
import { useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Menu } from "../parts/menu.tsx";
import { toast } from "../parts/toast.tsx";
import { FulfilOrder } from "./fulfil-order.tsx";
import { unitsToSend } from "./line-units.ts";
import { useShowOrder } from "./order-queries.ts";
import { RefundOrder } from "./refund-order.tsx";

/** What can be done with an order now. */
export function OrderActions({ order }: { order: OrderDetails }) {
  const { api, slug, may } = useSite();
  const go = useGo();
  const { app } = texts;
  const { orders, shipping } = shopTexts;
  const show = useShowOrder();
  const { act, isBusy } = useMutation(orders.problems);
  const [open, setOpen] = useState<"send" | "refund" | "cancel">();
  const close = () => setOpen(undefined);
  const { id, status, email, paidAt, total, refundedAmount } = order;
  const isPaid = paidAt !== null && status !== "CANCELLED";
  const isToSend = order.lines.some((line) => unitsToSend(line) > 0);
  const canSend = may("orders:write") && isPaid && status !== "REFUNDED" && isToSend;
  const canRefund = may("orders:refund") && isPaid && refundedAmount < total;
  const canCancel = may("orders:write") && status === "PENDING";
  const canMail = may("orders:write") && isPaid && email !== null;
  const cancel = async () => {
    close();
    if (await act(async () => show(await api.orders.cancelOrder({ id })))) toast(orders.cancelled);
  };
  const resend = async () => {
    if (await act(() => api.orders.resendOrderConfirmation({ id }))) toast(orders.resent);
  };
  const hasSlip = isToSend && status !== "CANCELLED" && status !== "REFUNDED";
  const print = () => go(`/sites/${slug}/orders/packing-slips?ids=${id}`);
  const icons = {
    send: <Truck className="icon" aria-hidden />,
    refund: <Undo2 className="icon" aria-hidden />,
    slip: <Printer className="icon" aria-hidden />,
  };
  usePlaceActions([
    ...(canSend ? [{ id: "send", label: orders.send, icon: icons.send, onAction: () => setOpen("send") }] : []),
    ...(canRefund ? [{ id: "refund", label: orders.refund, icon: icons.refund, onAction: () => setOpen("refund") }] : []),
    ...(hasSlip ? [{ id: "slip", label: shipping.slip, icon: icons.slip, onAction: print }] : []),
  ]);
  return (
    <>
      {canSend && (
        <Button variant="primary" onPress={() => setOpen("send")}>
          {icons.send}
          {orders.send}
        </Button>
      )}
      {canRefund && (
        <Button onPress={() => setOpen("refund")}>
          {icons.refund}
          {orders.refund}
        </Button>
      )}
      {hasSlip && (
        <Button onPress={print}>
          {icons.slip}
          {shipping.slip}
        </Button>
      )}
      {(canCancel || canMail) && (
        <Menu
          isOfPlace
          label={app.more}
          trigger={
            <Button label={app.more} isDisabled={isBusy}>
              <Ellipsis className="icon" aria-hidden />
            </Button>
          }
          groups={[
            canMail
              ? [{ id: "mail", label: orders.resend, icon: <Mail className="icon" aria-hidden />, onAction: () => void resend() }]
              : [],
            canCancel
              ? [
                  {
                    id: "cancel",
                    label: orders.cancel,
                    icon: <Ban className="icon" aria-hidden />,
                    isDanger: true,
                    onAction: () => setOpen("cancel"),
                  },
                ]
              : [],
          ]}
        />
      )}
      {open === "send" && <FulfilOrder order={order} onClose={close} />}
      {open === "refund" && <RefundOrder order={order} onClose={close} />}
      <Confirm
        title={orders.cancelTitle(order.number)}
        label={orders.cancel}
        isOpen={open === "cancel"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void cancel()}
      >
        <p>{orders.cancelText}</p>
      </Confirm>
    </>
  );
}
