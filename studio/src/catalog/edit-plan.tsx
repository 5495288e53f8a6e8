import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAdminError, type CreatePlanInput, type EditedPlan, type EditedPlanRow, type Fault } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { describeProblem } from "../app/problems.ts";
import { errorOf } from "../app/refusals.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { useSlugOf } from "../content/slug-of.ts";
import { amountOf, priceError, textOfAmount } from "../parts/amount.ts";
import { Button } from "../parts/button.tsx";
import { Choice, Switch } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";

const intervals = ["day", "week", "month", "year"] as const;
type Interval = (typeof intervals)[number];

/** Makes a plan, or changes one. */
export function EditPlan({ plan, onClose }: { plan?: EditedPlanRow; onClose(): void }) {
  const { api, key } = useSite();
  const id = plan?.id ?? "";
  const { data, error } = useQuery({
    queryKey: [...key, "plan", id],
    queryFn: ({ signal }) => api.catalog.getEditedPlan({ id }, { signal }),
    enabled: id !== "",
    staleTime: 0,
    gcTime: 0,
  });
  if (!plan) return <Fields onClose={onClose} />;
  if (data) return <Fields plan={data} onClose={onClose} />;
  return (
    <Dialog isOpen place="side" title={plan.name} onClose={onClose}>
      <p role="status">{error ? describeProblem(error) : texts.app.loading}</p>
    </Dialog>
  );
}

const isCount = (text: string, least: number) => /^\d{1,4}$/.test(text.trim()) && Number(text) >= least;

function Fields({ plan: read, onClose }: { plan?: EditedPlan; onClose(): void }) {
  const { api, key, site } = useSite();
  const queries = useQueryClient();
  const { plans, products } = shopTexts;
  const { act, isBusy } = useMutation(plans.problems);
  // As it was when it was opened: nothing is written over while somebody types.
  const [plan] = useState(read);
  const currency = plan?.currency ?? site.currency;
  const [name, setName] = useState(plan?.name ?? "");
  const [typedSlug, setTypedSlug] = useState(plan?.slug);
  const slugOfName = useSlugOf(name);
  const slug = typedSlug ?? slugOfName;
  const [description, setDescription] = useState(plan?.description ?? "");
  const [price, setPrice] = useState(textOfAmount(plan?.price, currency));
  const [interval, setInterval] = useState<Interval>(plan?.interval ?? "month");
  const [count, setCount] = useState(String(plan?.intervalCount ?? 1));
  const [trial, setTrial] = useState(String(plan?.trialDays ?? 0));
  const [features, setFeatures] = useState(plan?.features.join("\n") ?? "");
  const [isActive, setActive] = useState(plan?.status !== "INACTIVE");
  const others = site.locales.filter((locale) => locale !== site.defaultLocale);
  const nameIn = (locale: string) => {
    const words = plan?.translations[locale]?.name;
    return typeof words === "string" ? words : "";
  };
  const [names, setNames] = useState(() => Object.fromEntries(others.map((locale) => [locale, nameIn(locale)])));
  const [errors, setErrors] = useState<readonly Fault[]>([]);
  const errorAt = (path: string) => {
    const error = errors.find((each) => each.path === path);
    return error && (path === "/slug" && error.code === "duplicate" ? plans.slugTaken : errorOf(error));
  };
  const wrongPrice = price === "" ? undefined : priceError(price, currency, plan?.price);
  const canSave =
    !isBusy &&
    name.trim() !== "" &&
    slug.trim() !== "" &&
    price !== "" &&
    wrongPrice === undefined &&
    isCount(count, 1) &&
    isCount(trial, 0);
  const save = async () => {
    const members: CreatePlanInput = {
      slug: slug.trim(),
      name: name.trim(),
      description: description.trim() || null,
      seo: plan?.seo ?? null,
      price: amountOf(price, currency) ?? 0,
      currency,
      interval,
      intervalCount: Number(count),
      trialDays: Number(trial),
      features: features.split("\n").flatMap((line) => line.trim() || []),
      status: isActive ? "ACTIVE" : "INACTIVE",
      translations: translationsOf(plan, names),
    };
    setErrors([]);
    const isDone = await act(async () => {
      try {
        await (plan ? api.catalog.replacePlan({ id: plan.id, revision: plan.revision, ...members }) : api.catalog.createPlan(members));
      } catch (error) {
        if (isAdminError(error)) setErrors(error.errors);
        throw error;
      }
    });
    await queries.invalidateQueries({ queryKey: [...key, "plans"] });
    if (!isDone) return;
    onClose();
    toast(plans.saved(members.name));
  };
  return (
    <Dialog
      isOpen
      place="side"
      title={plan ? plans.editOf(plan.name) : plans.add}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
          <Button variant="primary" isDisabled={!canSave} onPress={() => void save()}>
            {texts.app.save}
          </Button>
        </>
      }
    >
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) void save();
        }}
      >
        <TextInput label={plans.name} autoFocus isRequired autoComplete="off" value={name} fault={errorAt("/name")} onChange={setName} />
        <TextInput label={plans.address} isRequired autoComplete="off" value={slug} fault={errorAt("/slug")} onChange={setTypedSlug} />
        <TextInput
          label={plans.price(currency.toUpperCase())}
          isRequired
          inputMode="decimal"
          autoComplete="off"
          value={price}
          fault={wrongPrice === undefined ? errorAt("/price") : products.errors[wrongPrice]}
          onChange={setPrice}
        />
        <TextInput
          label={plans.count}
          inputMode="numeric"
          autoComplete="off"
          value={count}
          fault={isCount(count, 1) ? errorAt("/intervalCount") : plans.badCount}
          onChange={setCount}
        />
        <Choice
          label={plans.interval}
          options={intervals.map((id) => ({ id, label: plans.intervals[id] }))}
          value={interval}
          onChange={(id) => setInterval(id as Interval)}
        />
        <TextInput
          label={plans.trial}
          inputMode="numeric"
          autoComplete="off"
          value={trial}
          fault={isCount(trial, 0) ? errorAt("/trialDays") : plans.badCount}
          onChange={setTrial}
        />
        <TextInput label={plans.description} isLong value={description} fault={errorAt("/description")} onChange={setDescription} />
        <TextInput label={plans.features} hint={plans.featuresHint} isLong value={features} onChange={setFeatures} />
        {others.map((locale) => (
          <TextInput
            key={locale}
            label={plans.nameIn(localeName(locale))}
            lang={locale}
            autoComplete="off"
            value={names[locale] ?? ""}
            fault={errorAt(`/translations/${locale}/name`)}
            onChange={(next) => setNames({ ...names, [locale]: next })}
          />
        ))}
        <Switch label={plans.isActive} isOn={isActive} onChange={setActive} />
        {/* Enter saves, as in any form. */}
        <button type="submit" hidden />
      </Form>
    </Dialog>
  );
}

/** The translations with these names; the words that this form does not show stay. A translation without a name cannot be. */
function translationsOf(
  plan: EditedPlan | undefined,
  names: Readonly<Record<string, string>>,
): NonNullable<CreatePlanInput["translations"]> {
  const others = Object.entries(plan?.translations ?? {}).filter(([locale]) => !(locale in names));
  const named = Object.entries(names).flatMap(([locale, words]) => {
    const name = words.trim();
    return name === "" ? [] : [[locale, { ...plan?.translations[locale], name }] as const];
  });
  return Object.fromEntries([...others, ...named]) as NonNullable<CreatePlanInput["translations"]>;
}
