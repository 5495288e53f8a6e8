import { isAdminError, type Discount, type Fault } from "@vitrine/client/admin";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useGo } from "../app/place.ts";
import { errorOf } from "../app/refusals.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { useEdits } from "../parts/use-edits.ts";
import { tellProblem, toast } from "../parts/toast.tsx";
import { bodyOf, draftMembers, draftOf, gapsOf, type DiscountDraft, type DiscountGap, type Kind } from "./discount-draft.ts";
import { discountQuery, useDraftSite, useShowDiscount } from "./discount-queries.ts";
import { titleOf } from "./discount-words.tsx";

interface RevisedDraft extends DiscountDraft {
  revision: number;
}

export type DiscountForm = ReturnType<typeof useDiscountForm>;

/** These may be wrong as long as somebody has not finished writing. */
const unfinished: readonly DiscountGap[] = ["title", "code", "items"];

/** The state of the form of a discount: undefined is a new one, which `begin` fills. `goToFirst` leads to the first wrong field once it is shown. */
export function useDiscountForm(
  discount: Discount | undefined,
  begin: DiscountDraft | undefined,
  goToFirst: (onNone?: () => void) => void,
) {
  const site = useSite();
  const queries = useQueryClient();
  const go = useGo();
  const show = useShowDiscount();
  const draftSite = useDraftSite();
  const { discounts } = shopTexts;
  const { act, isBusy } = useMutation(discounts.problems);
  const edits = useEdits<RevisedDraft, keyof DiscountDraft>(
    { revision: discount?.revision ?? 0, ...(begin ?? draftOf(discount, draftSite)) },
    draftMembers,
  );
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [isTried, setTried] = useState(false);
  const [changedBy, setChangedBy] = useState<string>();
  const draft: DiscountDraft = edits.values;
  const gaps = gapsOf(draft, draftSite);

  const store = async () => {
    const body = bodyOf(draft, draftSite, discount);
    const { api } = site;
    try {
      const saved = await (discount
        ? api.discounts.replaceDiscount({ ...body, id: discount.id, revision: edits.revision })
        : api.discounts.createDiscount(body));
      show(saved);
      edits.saved({ revision: saved.revision, ...draftOf(saved, draftSite) });
      setTried(false);
      if (!discount) go(`/sites/${site.slug}/discounts/${saved.id}`, { replace: true });
      toast(discounts.saved(titleOf(saved, draftSite.defaultLocale)));
    } catch (error) {
      if (isAdminError(error, "validation_failed") && error.errors.length > 0) {
        setFaults(error.errors);
        // Where no field shows what is wrong, a message does.
        return goToFirst(() => tellProblem(error, discounts.problems));
      }
      if (isAdminError(error, "revision_conflict") && discount) {
        setChangedBy((error as { changedBy?: { name?: string } | null }).changedBy?.name);
        await queries.invalidateQueries({ queryKey: discountQuery(site, discount.id).queryKey });
      }
      throw error;
    }
  };
  return {
    draft,
    edits,
    gaps,
    isBusy,
    isTried,
    changedBy,
    /** A new one, which nobody has saved yet. */
    isNew: discount === undefined,
    set<Member extends keyof DiscountDraft>(member: Member, value: RevisedDraft[Member]) {
      edits.set(member, value);
      setFaults([]);
    },
    /** What is wrong with a member: what the server said, or else what the form knows. */
    faultOf(member: DiscountGap, locale?: string): string | undefined {
      const fault = faults.find(({ path }) => (locale === undefined ? memberAt(path, draft.kind) === member : path === `/title/${locale}`));
      if (fault) return sentenceOf(fault, member);
      const isUnfinished = unfinished.includes(member) || (member in draft && draft[member as keyof DiscountDraft] === "");
      return gaps.includes(member) && (isTried || !isUnfinished) ? discounts.gaps[member] : undefined;
    },
    discard() {
      edits.discard();
      setFaults([]);
      setTried(false);
    },
    save() {
      if (isBusy || edits.isContested) return;
      if (gaps.length === 0) return void act(store);
      setTried(true);
      goToFirst();
    },
  };
}

/** The member of the form that a pointer of the server names. */
function memberAt(path: string, kind: Kind): string {
  const [member = "", inner] = path.slice(1).split("/");
  if (member === "value" && kind === "BUY_GET") return inner === "percent" ? "getPercent" : (inner ?? "buy");
  if (member === "value") return kind === "PERCENT" ? "percent" : "amount";
  return { isAutomatic: "code", appliesTo: "items" }[member] ?? member;
}

function sentenceOf(fault: Fault, member: DiscountGap): string {
  const { discounts } = shopTexts;
  if (member === "code" && fault.code === "duplicate") return discounts.codeTaken;
  if (member === "code" && fault.code === "too_many") return discounts.tooManyAutomatic;
  if (member === "title" && fault.code === "too_many") return discounts.tooMany;
  if (member === "items") return discounts.itemsGone;
  return errorOf(fault);
}
