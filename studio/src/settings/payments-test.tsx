import type { TestPaymentsAnswer } from "@vitrine/client/admin";
import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Findings } from "../parts/findings.tsx";
import { Card } from "../parts/page.tsx";

/** Asks the processor with the stored keys, and says what is wrong. */
export function PaymentsTest({ isEdited }: { isEdited: boolean }) {
  const { api } = useSite();
  const { payments } = shopTexts;
  const { act, isBusy } = useMutation(payments.problems);
  const [answer, setAnswer] = useState<TestPaymentsAnswer>();
  const test = () =>
    act(async () => {
      setAnswer(undefined);
      setAnswer(await api.sites.testPayments());
    });
  return (
    <Card title={payments.test}>
      <div className="stack">
        <p>{isEdited ? payments.testSaved : payments.testText}</p>
        <div className="row">
          <Button isDisabled={isBusy || isEdited} onPress={() => void test()}>
            {payments.testNow}
          </Button>
        </div>
        <div role="status">
          {isBusy && <p className="soft">{payments.testing}</p>}
          {answer && (
            <Findings
              good={payments.good}
              bad={payments.bad}
              findings={answer.findings.map(({ check, ok, detail }) => ({
                id: check,
                isGood: ok,
                text: ok ? (
                  payments.checks[check]
                ) : (
                  <>
                    {/* The server says the reason in English alone. */}
                    <strong>{payments.checked[check]}</strong> <span lang="en">{detail}</span>
                  </>
                ),
              }))}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
