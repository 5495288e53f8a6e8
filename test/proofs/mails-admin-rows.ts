import { expect } from "vitest";
import { addMember, asAdmin, codeOf } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { addFailedTask } from "../kit/made-sales.ts";

/** Rows of `adminTenantRows` about mails and the outbox. */
export const mailsAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "mails and the outbox": async (by, ownSite, other) => {
    const importSite = async (site: TestSite, name: string, settings: object, enabled: boolean) =>
      by.import({
        bundle: 1,
        site: { slug: site.slug, name, defaultLocale: "en", locales: ["en"], currency: "eur", settings },
        plugins: { "svc.forms": { enabled, config: { notify: [`${name}@example.com`] } } },
      });
    const own = { mails: { "form-notice": { en: { subject: "{site}", body: "{fields}" } } } };
    await importSite(ownSite, "ours", own, true);
    const who = await addMember(by, ownSite, "OWNER");
    const { get, post } = asAdmin(by, who);
    const at = (path: string) => `/sites/${ownSite.slug}/${path}`;
    const shown = async () => [
      (await get(at("mails"))).json,
      (await get(at("mails/form-notice/preview"))).json,
      (await post(at("mails/form-notice/preview"), {})).json,
      (await get(at("outbox"))).json,
    ];
    await addFailedTask(by, ownSite, "notices");
    const before = await shown();
    expect(before).toMatchObject([{ total: 13 }, ...Array<object>(2).fill({ data: { own: true, subject: "ours" } }), { total: 1 }]);
    expect(JSON.stringify(before[0])).toContain('"enabled":true,"languages"');

    await importSite(other, "theirs", {}, false);
    const theirs = await addFailedTask(by, other, "notices");
    expect(await shown()).toEqual(before);
    expect(codeOf(await post(at(`outbox/${theirs}/retry`)))).toBe("task_not_found");
    const [task] = await by.deps.sql<{ isFailed: boolean }>`select failed_at is not null as "isFailed" from outbox where id = ${theirs}`;
    expect(task).toEqual({ isFailed: true });

    // Rows before this one leave mails.
    await by.runTasks();
    by.mails.length = 0;
    expect((await post(at("mails/form-notice/test"), {})).status).toBe(202);
    await by.runTasks();
    expect(by.mails.map(({ to, subject, from }) => [to, subject, from.name])).toEqual([[who.email, "[Test] ours", "ours"]]);
  },
};
