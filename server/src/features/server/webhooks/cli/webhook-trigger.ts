import { Argument, Option } from "commander";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { webhookEventTypes, type WebhookEventType } from "../event-types.ts";
import { listenedSites } from "../listener.ts";
import { sampleData } from "../sample-event.ts";
import { findSiteOf } from "../site-of.ts";
import { addNumberedEvent, sampleSubject } from "../test-event.ts";

export const webhookTrigger = command(
  {
    name: "webhook trigger",
    description: "make up an event for those who run `webhook listen`; no webhook of a site gets it",
    arguments: [new Argument("<event>").choices(webhookEventTypes)],
    options: [new Option("--site <slug>", "the site that it happens in; by default the only one that somebody listens to")],
    input: (type: WebhookEventType, { site }: { site?: string }) => ({ type, slug: site ?? null }),
  },
  {
    run: async ({ sql, clock, ids }, { type, slug }: { type: WebhookEventType; slug: string | null }) => {
      const listened = await listenedSites(sql);
      const site = slug === null ? listened[0] : await findSiteOf(sql, slug);
      if (slug === null && listened.length > 1) throw new CommandError("Several sites are listened to. Name one with --site.");
      if (!site || !listened.some(({ id }) => id === site.id))
        throw new CommandError("Nobody listens. Run `vitrine webhook listen <site>` in another terminal first.");
      const ctx = { now: clock.now(), ids };
      return sql.begin(async (tx) => {
        const { eventId, sequence } = await addNumberedEvent(tx, ctx, site.id, {
          type,
          subject: sampleSubject,
          data: sampleData(type, ids),
        });
        const target = { type: "webhook", id: eventId, label: type };
        await recordChange(tx, ctx, { actor: { kind: "CLI" }, siteId: site.id, action: "webhook trigger", target });
        return { site: site.slug, event: type, sequence };
      });
    },
    print: ({ site, event, sequence }) => `${event} was made up in ${site}, with the number ${sequence}.`,
  },
);
