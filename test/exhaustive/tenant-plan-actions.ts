import { emptyTrash } from "../../server/src/features/content/documents/tasks/empty-trash.ts";
import { publishScheduled } from "../../server/src/features/content/documents/tasks/publish-scheduled.ts";
import type { Database, SqlValue } from "../../server/src/ports/database.ts";
import { address, draftOf, inMs, place, withKnown, type Action, type Known } from "./tenant-acting.ts";
import { keepTrash, suspend } from "./tenant-states.ts";

const dayMs = 24 * 60 * 60_000;

/** Of the sites that a statement finds, this one comes first: its turn is while the other has something left. */
function firstFor(sql: Database, siteId: string): Database {
  const sorted = async <Row extends object>(strings: TemplateStringsArray, ...values: SqlValue[]) => {
    const rows = await sql<Row & { siteId?: string }>(strings, ...values);
    return rows.toSorted((a, b) => Number(b.siteId === siteId) - Number(a.siteId === siteId));
  };
  return Object.assign(sorted, sql);
}

/** What happens to documents later: plans, and the end of the trash. */
export const planActions: Record<string, Action> = {
  "plan and take back": {
    run: async ({ api, at, readTranslations, by }) => {
      for (const slug of ["draft", "plain", "changed", "one"]) {
        const each = (await readTranslations()).get(slug) as Known;
        const plan = slug === "plain" ? { unpublishAt: inMs(by, 30_000) } : { publishAt: inMs(by, 30_000), unpublishAt: inMs(by, 60_000) };
        await api.put(at(`${place(each)}/schedule`), { ...plan, revision: each.revision });
        await api.get(at(address(each)));
        if (slug !== "one") await api.delete(at(`${place(each)}/schedule`));
        await api.get(at(address(each)));
      }
    },
  },
  "plan and wait": {
    leave: suspend,
    run: async ({ api, at, readTranslations, by, ownSite, mark }) => {
      for (const slug of ["draft", "plain", "four"]) {
        const each = (await readTranslations()).get(slug) as Known;
        const plan = slug === "plain" ? { unpublishAt: inMs(by, 30_000) } : { publishAt: inMs(by, 30_000), unpublishAt: inMs(by, 50_000) };
        await api.put(at(`${place(each)}/schedule`), { ...plan, revision: each.revision });
      }
      // The draft that is edited later stays one.
      const [four, three] = [(await readTranslations()).get("four") as Known, (await readTranslations()).get("three") as Known];
      await api.put(at(`${place(four)}/draft`), draftOf(four, mark, { next: { entry: three.document } }), four.revision);
      for (const ms of [30_000, 25_000, 60_000]) {
        by.clock.advance(ms);
        await publishScheduled.run(by.deps);
        await by.directory.poll();
        for (const slug of ["draft", "plain"]) await api.record("public", by.ask(`/api/public/v1/pages/${slug}`, { key: ownSite.key }));
      }
      await api.get(at("/audit"));
    },
  },
  "a plan that fails": {
    leave: suspend,
    run: withKnown("four", async ({ api, at, mark, by, readTranslations }, four) => {
      const draft = (await readTranslations()).get("draft") as Known;
      await api.put(at(`${place(four)}/draft`), draftOf(four, mark, { own: "neither" }), four.revision);
      await api.put(at(`${place(four)}/schedule`), { publishAt: inMs(by, 30_000), revision: four.revision + 1 });
      await api.put(at(`${place(draft)}/schedule`), { publishAt: inMs(by, 30_000), revision: draft.revision });
      by.clock.advance(30_000);
      await publishScheduled.run(by.deps);
      await api.get(at(address(four)));
      await api.get(at("/overview"));
    }),
  },
  "empty the trash": {
    leave: keepTrash,
    run: async ({ api, at, by, readTranslations, ownSite }) => {
      const plain = (await readTranslations()).get("plain") as Known;
      by.clock.advance(10 * dayMs);
      await api.delete(at(address(plain)), plain.documentRevision);
      by.clock.advance(3 * dayMs);
      for (const days of [0, 18]) {
        by.clock.advance(days * dayMs);
        await emptyTrash.run({ ...by.deps, sql: firstFor(by.deps.sql, ownSite.id) });
      }
    },
  },
};
