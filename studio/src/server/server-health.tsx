import { useQuery } from "@tanstack/react-query";
import { api } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { formatBytes, formatDate, formatNumber } from "../app/texts.ts";
import { Failure } from "../app/failure.tsx";
import { Findings } from "../parts/findings.tsx";
import { Loading } from "../parts/loading.tsx";
import { Card } from "../parts/page.tsx";
import styles from "./server.module.css";

const everyMs = 15_000;

/** Whether the server is well, and what waits. */
export function ServerHealth() {
  const { server } = shopTexts;
  const { data, error } = useQuery({ queryKey: ["server"], queryFn: () => api.server.getServer(), refetchInterval: everyMs });
  if (error && !data) return <Failure error={error} reset={() => location.reload()} />;
  if (!data) return <Loading />;
  const { findings, processes, queues, jobs, payments } = data;
  const waiting = queues.filter((queue) => queue.waiting + queue.failed + queue.skipped > 0);
  const failing = jobs.filter(({ failed }) => failed > 0);
  return (
    <>
      <Card title={server.checks}>
        {findings === null ? (
          <p role="status">{server.checking}</p>
        ) : (
          <Findings
            good={server.good}
            bad={server.bad}
            findings={findings.map(({ check, ok, detail }) => ({
              id: check,
              isGood: ok,
              // As `vitrine doctor` says it, in English alone.
              text: (
                <span lang="en">
                  <strong>{check}</strong> {detail}
                </span>
              ),
            }))}
          />
        )}
      </Card>
      <Card title={server.machine}>
        <dl className={styles.facts}>
          <div>
            <dt>Vitrine</dt>
            <dd>
              {data.version}, Node {data.nodeVersion}
            </dd>
          </div>
          <div>
            <dt>{server.database}</dt>
            <dd lang="en">{data.database.description}</dd>
          </div>
          {processes.map(({ worker, startedAt, residentBytes }) => (
            <div key={worker ?? ""}>
              <dt>{server.process(worker ?? "1")}</dt>
              <dd>{server.since(formatBytes(residentBytes), formatDate(startedAt))}</dd>
            </div>
          ))}
          <div>
            <dt>{server.openPayments}</dt>
            <dd>{server.late(formatNumber(payments.open), formatNumber(payments.late))}</dd>
          </div>
        </dl>
      </Card>
      <Card title={server.queues}>
        {waiting.length === 0 ? (
          <p>{server.nothingWaits}</p>
        ) : (
          <div className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {server.queueColumns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {waiting.map(({ kind, waiting: count, late, failed, skipped }) => (
                  <tr key={kind}>
                    <th scope="row">{kind}</th>
                    {[count, late, failed, skipped].map((figure, index) => (
                      <td key={index}>{formatNumber(figure)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      {failing.length > 0 && (
        <Card title={server.failingJobs}>
          <Findings
            good={server.good}
            bad={server.bad}
            findings={failing.map(({ name, failed, lastSuccessAt }) => ({
              id: name,
              isGood: false,
              text: (
                <>
                  <strong>{name}</strong>{" "}
                  {server.failedTimes(formatNumber(failed), lastSuccessAt === null ? undefined : formatDate(lastSuccessAt))}
                </>
              ),
            }))}
          />
        </Card>
      )}
    </>
  );
}
