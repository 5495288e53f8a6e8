import { useQuery } from "@tanstack/react-query";
import type { EditedPlanRow } from "@vitrine/client/admin";
import { Ellipsis, Plus, Repeat } from "lucide-react";
import { useState } from "react";
import { collect } from "../app/collect.ts";
import { describeProblem } from "../app/problems.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney, formatNumber, language, texts } from "../app/texts.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Loading } from "../parts/loading.tsx";
import { Menu } from "../parts/menu.tsx";
import { Card, Empty, Page, Rows } from "../parts/page.tsx";
import styles from "./catalog.module.css";
import { DeletePlan } from "./delete-plan.tsx";
import { EditPlan } from "./edit-plan.tsx";

type Open = { dialog: "edit" | "delete"; plan: EditedPlanRow } | { dialog: "new" };

/** What the site offers again each month or year. */
export function PlanList() {
  const { api, key, may } = useSite();
  const { plans } = shopTexts;
  const [open, setOpen] = useState<Open>();
  const { data, error } = useQuery({
    queryKey: [...key, "plans"],
    queryFn: () => collect(api.catalog.listEditedPlans.all({ pageSize: 100 })),
  });
  const canWrite = may("catalog:write");
  const add = (
    <Button variant="primary" onPress={() => setOpen({ dialog: "new" })}>
      <Plus className="icon" aria-hidden />
      {plans.add}
    </Button>
  );
  const close = () => setOpen(undefined);
  return (
    <Page title={plans.title} text={plans.text} isNarrow actions={canWrite && data && data.length > 0 ? add : undefined}>
      {error && <p role="alert">{describeProblem(error)}</p>}
      {!data && !error && <Loading />}
      {data?.length === 0 && <Empty icon={<Repeat aria-hidden />} text={plans.empty} action={canWrite ? add : undefined} />}
      {data && data.length > 0 && (
        <Card>
          <Rows>
            {data.map((plan) => (
              <li key={plan.id}>
                <span className={styles.plan}>
                  <span>
                    {plan.name} {plan.status === "INACTIVE" && <Badge>{plans.inactive}</Badge>}
                  </span>
                  <small>{sentenceOf(plan)}</small>
                </span>
                {canWrite && (
                  <Menu
                    label={plans.actions(plan.name)}
                    trigger={
                      <Button variant="quiet" label={plans.actions(plan.name)}>
                        <Ellipsis className="icon" aria-hidden />
                      </Button>
                    }
                    groups={[
                      [{ id: "edit", label: plans.edit, onAction: () => setOpen({ dialog: "edit", plan }) }],
                      [{ id: "delete", label: texts.media.delete, isDanger: true, onAction: () => setOpen({ dialog: "delete", plan }) }],
                    ]}
                  />
                )}
              </li>
            ))}
          </Rows>
        </Card>
      )}
      {open?.dialog === "new" && <EditPlan onClose={close} />}
      {open?.dialog === "edit" && <EditPlan plan={open.plan} onClose={close} />}
      {open?.dialog === "delete" && <DeletePlan plan={open.plan} onClose={close} />}
    </Page>
  );
}

/** What the plan costs, in a sentence: `€9.90 every 3 months, after 14 days free`. */
function sentenceOf({ price, currency, interval, intervalCount, trialDays }: EditedPlanRow): string {
  const { plans } = shopTexts;
  const days = (count: number) => new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(count);
  const each = intervalCount === 1 ? plans.each[interval] : plans.every[interval](formatNumber(intervalCount));
  return plans.sentence(formatMoney(price, currency), each, trialDays > 0 ? days(trialDays) : undefined);
}
