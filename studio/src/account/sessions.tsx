import { useSuspenseQuery } from "@tanstack/react-query";
import { api } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Ago } from "../parts/ago.tsx";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import settings from "../settings/settings.module.css";
import { refreshSelf, sessionsQuery } from "./self.ts";

/** Where the person is signed in; any of it can be ended from here. */
export function Sessions() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const { account } = shopTexts;
  const { act, isBusy } = useMutation();
  const run = async (work: () => Promise<unknown>, said: string) => {
    const isDone = await act(work);
    await refreshSelf("sessions");
    if (isDone) toast(said);
  };
  // One's own first; the others as the server has them, the latest first.
  const sorted = [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <Card
      title={account.sessions}
      aside={
        sessions.length > 1 && (
          <Button isDisabled={isBusy} onPress={() => void run(() => api.self.endOtherSessions(), account.ended)}>
            {account.endOthers}
          </Button>
        )
      }
    >
      <Rows>
        {sorted.map(({ id, browser, current, lastSeenAt }) => (
          <li key={id}>
            <span className={settings.who}>
              <span>{browser}</span>
              <small>
                {account.seen} <Ago at={lastSeenAt} />
              </small>
            </span>
            {current ? (
              <Badge tone="good">{account.current}</Badge>
            ) : (
              <Button
                isDisabled={isBusy}
                aria-label={account.endOf(browser)}
                onPress={() => void run(() => api.self.endOwnSession({ id }), account.endedOne)}
              >
                {account.end}
              </Button>
            )}
          </li>
        ))}
      </Rows>
    </Card>
  );
}
