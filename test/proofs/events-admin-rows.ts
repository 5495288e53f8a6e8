import { expect } from "vitest";
import { permissionsNow } from "../../server/src/features/people/team/index.ts";
import type { Role } from "../../server/src/lib/admin/roles.ts";
import { permissionsOf } from "../../server/src/lib/admin/roles.ts";
import { readEvents, readEventState, readPresences, recordPresence } from "../../server/src/lib/events/site-events.ts";
import { addAdmin, addMember, addToken, asAdmin, codeOf, enterSite, join } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { sampleSite } from "../kit/sample-site.ts";

const mayNow = async (by: TestServer, kind: "SESSION" | "TOKEN", id: string, sites: readonly TestSite[]) =>
  (
    await permissionsNow(
      by.deps.sql,
      sites.map(({ id: siteId }) => ({ kind, id, siteId })),
      by.deps.clock.now(),
    )
  ).map((rights) => rights && [...rights]);
const all = (role: Role) => [...permissionsOf(role)];

/** Rows of `adminTenantRows` about the stream of events. */
export const eventsAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "the rights of a stream": async (by, ownSite, other) => {
    const admin = await addMember(by, ownSite, "OWNER");
    await join(by, other, admin.id, "VIEWER");
    const stranger = await addMember(by, other, "OWNER");
    expect(await mayNow(by, "SESSION", admin.sessionId, [ownSite, other])).toEqual([all("OWNER"), all("VIEWER")]);
    expect(await mayNow(by, "SESSION", stranger.sessionId, [ownSite, other])).toEqual([undefined, all("OWNER")]);
    const [whole, ofOwn] = [
      await addToken(by, admin.id, { role: "OWNER" }),
      await addToken(by, admin.id, { role: "EDITOR", site: ownSite }),
    ];
    expect(await mayNow(by, "TOKEN", whole.id, [ownSite, other])).toEqual([all("OWNER"), all("VIEWER")]);
    expect(await mayNow(by, "TOKEN", ofOwn.id, [ownSite, other])).toEqual([all("EDITOR"), undefined]);
  },
  "an operator's stream": async (by, ownSite, other) => {
    const operator = await addAdmin(by, { isOperator: true });
    const token = await addToken(by, operator.id, { role: "OWNER" });
    await enterSite(by, other, operator.id);
    for (const [kind, id] of [["SESSION", operator.sessionId] as const, ["TOKEN", token.id] as const]) {
      expect(await mayNow(by, kind, id, [ownSite, other])).toEqual([undefined, all("OWNER")]);
    }
  },
  "people at documents": async (by, ownSite, other) => {
    const { sql, clock, ids } = by.deps;
    const ctx = { now: clock.now(), ids };
    const { id: adminId } = await addAdmin(by);
    const before = await readEventState(sql);
    await recordPresence(sql, ctx, { siteId: ownSite.id, document: "1", locale: "en", adminId });
    await recordPresence(sql, ctx, { siteId: other.id, document: "2", locale: "en", adminId });
    expect((await readPresences(sql, ownSite.id, clock.now())).map(({ document }) => document)).toEqual(["1"]);
    expect((await readEvents(sql, [ownSite.id], before.snapshot)).events.map(({ targetId }) => targetId)).toEqual(["1"]);
  },
  announcePresence: async (by, ownSite, other) => {
    const owner = await addMember(by, ownSite, "OWNER");
    const sites = await Promise.all(
      [ownSite, other].map(({ slug }) => by.addSite({ ...sampleSite(), site: { locales: ["en", "de", "pt-BR"], slug } })),
    );
    const places = await Promise.all(
      sites.map(async ({ id }) => (await by.deps.sql<{ id: string }>`select id from documents where site_id = ${id} limit 1`)[0]?.id),
    );
    const say = async (document: string | undefined) => {
      const answer = await asAdmin(by, owner).put(`/sites/${ownSite.slug}/presence`, { document, locale: "en" });
      return codeOf(answer) ?? answer.status;
    };
    expect([await say(places[0]), await say(places[1])]).toEqual([204, "presence_document_not_found"]);
  },
};
