import { useQuery } from "@tanstack/react-query";
import type { AuditEntry, ListAuditInput, Member } from "@vitrine/client/admin";
import { useMemo } from "react";
import { NotHere } from "../app/not-here.tsx";
import { useAsk, useAsked } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, plural, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Loading } from "../parts/loading.tsx";
import { Card } from "../parts/page.tsx";
import { usePaged } from "../parts/use-paged.ts";
import styles from "./audit.module.css";
import { AuditRow } from "./audit-row.tsx";
import { SettingsPage } from "./settings-page.tsx";

const any = "*";
const periods = [1, 7, 30, 90] as const;

/** Who changed what, and when. */
export function Audit() {
  const { may } = useSite();
  return may("audit:read") ? <Log /> : <NotHere />;
}

function Log() {
  const { api, key } = useSite();
  const { audit } = texts;
  const asked = useAsked();
  const ask = useAsk();
  const { person, action, target } = asked;
  const days = periods.find((each) => `d${each}` === asked.time);
  // To the minute, so that the question stays the same while somebody reads.
  const from = useMemo(() => (days === undefined ? undefined : daysAgo(days)), [days]);
  const input: ListAuditInput = { actor: person, action, target, from, pageSize: 50 };
  const { items, total, isLoading, hasMore, more } = usePaged<AuditEntry>([...key, "audit", input], (page, signal) =>
    api.audit.listAudit({ ...input, page }, { signal }),
  );
  const { data: members = [] } = useQuery({
    queryKey: [...key, "members", "choices"],
    queryFn: async ({ signal }): Promise<Member[]> => (await api.sites.listMembers({ pageSize: 100 }, { signal })).data,
  });
  const set = (change: Record<string, string>) =>
    ask(Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value === any ? undefined : value])));
  const dayRows = byDay(items);
  return (
    <SettingsPage title={audit.title} text={audit.text}>
      <div className={styles.tools}>
        <Choice
          label={audit.person}
          isLabelUnseen
          options={[{ id: any, label: audit.everybody }, ...members.map(({ id, name, email }) => ({ id, label: name || (email ?? id) }))]}
          value={person ?? any}
          onChange={(next) => set({ person: next })}
        />
        <Choice
          label={audit.action}
          isLabelUnseen
          options={[{ id: any, label: audit.everything }, ...actions()]}
          value={action ?? any}
          onChange={(next) => set({ action: next })}
        />
        <Choice
          label={audit.time}
          isLabelUnseen
          options={[{ id: any, label: audit.anyTime }, ...periods.map((each) => ({ id: `d${each}`, label: audit.lastDays(each) }))]}
          value={days === undefined ? any : `d${days}`}
          onChange={(next) => set({ time: next })}
        />
        <span className="soft" role="status">
          {total === undefined ? "" : plural(total, audit.total)}
        </span>
      </div>
      {isLoading && <Loading />}
      {!isLoading && items.length === 0 && <p className="soft">{person || action || days || target ? audit.noneFound : audit.none}</p>}
      {dayRows.map(([day, entries]) => (
        <Card key={day} title={formatDate(day, { dateStyle: "full" })}>
          <ol className={styles.entries}>
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ol>
        </Card>
      ))}
      {hasMore && (
        <div>
          <Button onPress={more}>{audit.more}</Button>
        </div>
      )}
    </SettingsPage>
  );
}

/** Each change by a sentence without a person: “… published”. */
const actions = () => Object.entries(texts.audit.sentences).map(([id, sentence]) => ({ id, label: sentence("…", "…") }));

function daysAgo(days: number): string {
  const at = new Date(Date.now() - days * 86_400_000);
  at.setSeconds(0, 0);
  return at.toISOString();
}

/** Entries under the day of the reader on which they were written. */
function byDay(entries: readonly AuditEntry[]): [string, AuditEntry[]][] {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const at = new Date(entry.at);
    const day = new Date(at.getFullYear(), at.getMonth(), at.getDate()).toISOString();
    const list = days.get(day);
    if (list) list.push(entry);
    else days.set(day, [entry]);
  }
  return [...days];
}
