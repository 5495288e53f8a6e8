import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { OutboxTask } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Ago } from "../parts/ago.tsx";
import { Button } from "../parts/button.tsx";
import { Loading } from "../parts/loading.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import styles from "./mails.module.css";

/** The mails that the server has given up, to be tried again. */
export function FailedMails() {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { mails } = shopTexts;
  const { act, isBusy } = useMutation(mails.problems);
  const { data } = useQuery({
    queryKey: [...key, "outbox"],
    queryFn: ({ signal }) => api.mails.listOutbox({ state: "failed", mail: true, pageSize: 100 }, { signal }),
    staleTime: 0,
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  const retry = async ({ id }: OutboxTask) => {
    if (await act(() => api.mails.retryTask({ id }))) toast(mails.retried);
    for (const name of ["outbox", "overview"]) await queries.invalidateQueries({ queryKey: [...key, name] });
  };
  return (
    <Card title={mails.outbox}>
      {data === undefined ? <Loading /> : <p className="soft">{data.total === 0 ? mails.outboxNone : mails.outboxText}</p>}
      {data !== undefined && data.total > 0 && (
        <Rows>
          {data.data.map((task) => {
            const name = mails.tasks[task.kind] ?? mails.otherTask;
            return (
              <li key={task.id}>
                <span className={styles.mail}>
                  <span>{name}</span>
                  <small className="soft">
                    <Ago at={task.createdAt} /> · {plural(task.attempts, mails.attempts)}
                  </small>
                  {task.lastError !== null && <code className={styles.code}>{task.lastError}</code>}
                </span>
                <Button aria-label={mails.retryOf(name)} isDisabled={isBusy} onPress={() => void retry(task)}>
                  {mails.retry}
                </Button>
              </li>
            );
          })}
        </Rows>
      )}
    </Card>
  );
}
