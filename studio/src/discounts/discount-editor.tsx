import type { Discount } from "@vitrine/client/admin";
import { Copy, Ellipsis, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { isCommand } from "../app/keys.ts";
import { useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { Contested } from "../parts/contested.tsx";
import { Leaving } from "../parts/leaving.tsx";
import { Menu } from "../parts/menu.tsx";
import { Card, Page } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { SideColumn } from "../parts/side-column.tsx";
import { DeleteDiscount } from "./delete-discount.tsx";
import { DiscountCodes } from "./discount-codes.tsx";
import { ConditionFields, PeriodFields } from "./discount-conditions.tsx";
import { bodyOf, type DiscountDraft } from "./discount-draft.ts";
import { NameFields, ValueFields } from "./discount-fields.tsx";
import { useDiscountForm } from "./discount-form.ts";
import { useDraftSite } from "./discount-queries.ts";
import { ExampleBasket } from "./example-basket.tsx";
import { AboutDiscount } from "./discount-side.tsx";
import { titleOf } from "./discount-words.tsx";

/** The form of a discount, stored or new. `begin`: what a new one is a copy of. */
export function DiscountEditor({ discount, begin }: { discount?: Discount; begin?: DiscountDraft }) {
  const { slug, site } = useSite();
  const go = useGo();
  const draftSite = useDraftSite();
  const { discounts } = shopTexts;
  const page = useRef<HTMLDivElement>(null);
  const [aim, setAim] = useState<{ onNone: (() => void) | undefined }>();
  // Once the fields show what is wrong.
  useEffect(() => {
    if (!aim) return;
    const wrongField = page.current?.querySelector<HTMLElement>("input[aria-invalid=true], button[data-invalid]");
    if (wrongField) wrongField.focus();
    else aim.onNone?.();
  }, [aim]);
  const form = useDiscountForm(discount, begin, (onNone) => setAim({ onNone }));
  const { draft, edits, gaps, isBusy } = form;
  // A new one begins with its name. The page has given the focus to its heading before.
  useEffect(() => {
    if (form.isNew) page.current?.querySelector<HTMLElement>("input[type=text]")?.focus();
  }, [form.isNew]);
  const isUnsaved = edits.isEdited || begin !== undefined;
  const rule = gaps.length === 0 ? bodyOf(draft, draftSite, discount) : undefined;
  const gap = form.isTried ? gaps[0] : undefined;
  const press = (event: KeyboardEvent) => {
    if (!isCommand(event.nativeEvent, "s")) return;
    event.preventDefault();
    if (isUnsaved) form.save();
  };
  return (
    <div ref={page} onKeyDown={press}>
      <Page
        title={discount ? titleOf(discount, site.defaultLocale) : discounts.add}
        actions={discount && <DiscountActions discount={discount} />}
      >
        <SideColumn
          side={
            <>
              <AboutDiscount discount={discount} rule={rule} />
              {rule && <ExampleBasket rule={rule} />}
              <Card>
                <Switch
                  label={discounts.isActive}
                  hint={discounts.isActiveHint}
                  isOn={draft.isActive}
                  onChange={(isActive) => form.set("isActive", isActive)}
                />
              </Card>
            </>
          }
        >
          <NameFields form={form} />
          <ValueFields form={form} />
          <ConditionFields form={form} />
          <PeriodFields form={form} />
          {discount && !discount.isAutomatic && <DiscountCodes discount={discount} />}
        </SideColumn>
        {edits.isContested && <Contested name={form.changedBy} onKeep={edits.keep} onTake={form.discard} />}
        {isUnsaved && !edits.isContested && (
          <SaveBar
            {...(gap !== undefined && { status: discounts.gaps[gap] })}
            isBusy={isBusy}
            onSave={form.save}
            onDiscard={begin ? () => go(`/sites/${slug}/discounts`) : form.discard}
          />
        )}
      </Page>
      <Leaving isEdited={isUnsaved && !isBusy} />
    </div>
  );
}

/** Copies and deletes a discount. */
function DiscountActions({ discount }: { discount: Discount }) {
  const { slug } = useSite();
  const go = useGo();
  const { discounts } = shopTexts;
  const [isDeleting, setDeleting] = useState(false);
  const icon = { className: "icon", "aria-hidden": true };
  return (
    <>
      <Menu
        label={texts.app.more}
        trigger={
          <Button label={texts.app.more}>
            <Ellipsis {...icon} />
          </Button>
        }
        groups={[
          [
            {
              id: "duplicate",
              label: discounts.duplicate,
              icon: <Copy {...icon} />,
              onAction: () => go(`/sites/${slug}/discounts/new?from=${discount.id}`),
            },
          ],
          [{ id: "delete", label: discounts.delete, icon: <Trash2 {...icon} />, isDanger: true, onAction: () => setDeleting(true) }],
        ]}
      />
      {isDeleting && (
        <DeleteDiscount
          discount={discount}
          onClose={() => setDeleting(false)}
          onDeleted={() => go(`/sites/${slug}/discounts`, { replace: true })}
        />
      )}
    </>
  );
}
