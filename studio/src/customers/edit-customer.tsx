import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type SiteCustomer } from "@vitrine/client/admin";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Contested } from "../parts/contested.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { useEdits } from "../parts/use-edits.ts";
import { customerQuery, useShowCustomer } from "./customer-queries.ts";

const longest = { firstName: 100, lastName: 100, phone: 40, note: 5_000 };
type Member = keyof typeof longest;

/** Changes the name, the phone and the note. */
export function EditCustomer({ customer, onClose }: { customer: SiteCustomer; onClose(): void }) {
  const site = useSite();
  const queries = useQueryClient();
  const { app } = texts;
  const { customers } = shopTexts;
  const show = useShowCustomer();
  const { act, isBusy } = useMutation(customers.problems);
  const edits = useEdits(customer, Object.keys(longest) as Member[]);
  const save = async () => {
    if (!edits.isEdited) return onClose();
    const isDone = await act(async () => {
      try {
        show(await site.api.customers.updateCustomer({ id: customer.id, revision: edits.revision, ...edits.changes }));
      } catch (error) {
        if (isAdminError(error, "revision_conflict")) await queries.invalidateQueries(customerQuery(site, customer.id));
        throw error;
      }
    });
    if (!isDone) return;
    onClose();
    toast(customers.edited);
  };
  const field = (name: Member, label: string, more: { isLong?: boolean; hint?: string; autoFocus?: boolean } = {}) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={longest[name]}
      value={edits.values[name] ?? ""}
      onChange={(text) => edits.set(name, text === "" ? null : text)}
      {...more}
    />
  );
  return (
    <Dialog title={customers.editTitle} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !edits.isContested) void save();
        }}
      >
        {field("firstName", customers.firstName, { autoFocus: true })}
        {field("lastName", customers.lastName)}
        {field("phone", customers.phone)}
        {field("note", customers.note, { isLong: true, hint: customers.noteHint })}
        {edits.isContested && <Contested onKeep={edits.keep} onTake={edits.discard} />}
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || edits.isContested}>
            {app.save}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
