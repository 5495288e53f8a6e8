import type { TestPaymentsAnswer } from "@vitrine/client/admin";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import styles from "./settings.module.css";

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
            <ul className={styles.findings}>
              {answer.findings.map(({ check, ok, detail }) => (
                <li key={check}>
                  {ok ? (
                    <CircleCheck className={`icon ${styles.good}`} aria-label={payments.good} />
                  ) : (
                    <CircleAlert className={`icon ${styles.bad}`} aria-label={payments.bad} />
                  )}
                  <span>
                    <strong>{payments.checks[check]}</strong> {/* The server says the reason in English alone. */}
                    <span lang="en">{ok ? "" : detail}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Card>
  );
}
