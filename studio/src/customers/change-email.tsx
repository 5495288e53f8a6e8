import { isAdminError, type SiteCustomer } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { useShowCustomer } from "./customer-queries.ts";

/** Enters a new address, which the customer confirms there. */
export function ChangeEmail({ customer, onClose }: { customer: SiteCustomer; onClose(): void }) {
  const { api } = useSite();
  const { app, team } = texts;
  const { customers } = shopTexts;
  const show = useShowCustomer();
  const { act, isBusy } = useMutation(customers.problems);
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const send = async () => {
    const address = email.trim();
    if (!/^\S+@\S+\.\S+$/.test(address)) return setError(team.badEmail);
    if (address.toLowerCase() === customer.email) return setError(customers.sameEmail);
    await act(async () => {
      try {
        show(await api.customers.changeCustomerEmail({ id: customer.id, email: address }));
      } catch (failure) {
        if (isAdminError(failure, "email_taken")) return setError(customers.problems.email_taken);
        if (isAdminError(failure, "validation_failed")) return setError(team.badEmail);
        throw failure;
      }
      onClose();
      toast(customers.emailAsked(address));
    });
  };
  return (
    <Dialog title={customers.changeEmail} isOpen onClose={onClose}>
      <Form
        className="stack"
        // Our own sentence says what is wrong, not the browser's.
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && email.trim() !== "") void send();
        }}
      >
        <p>
          {customers.changeEmailText(customer.email)}
          {customer.emailVerified && ` ${customers.changeEmailNotice}`}
        </p>
        <TextInput
          label={customers.email}
          type="email"
          value={email}
          onChange={(next) => {
            setEmail(next);
            setError(undefined);
          }}
          fault={error}
          autoFocus
          autoComplete="off"
          maxLength={254}
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || email.trim() === ""}>
            {customers.sendLink}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
