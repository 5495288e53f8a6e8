import { InvalidArgumentError, Option } from "commander";
import { positiveInteger, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError, UsageError } from "../../../../lib/cli/command.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { largestQuotaMb } from "../../../../lib/media/largest-quota.ts";
import { setQuotas, type SiteQuotas } from "../set-quotas.ts";

interface Options {
  media?: number | null;
  data?: number | null;
}

export const siteQuota = command(
  {
    name: "site quota",
    description: "allow a site to store more, or less, than the settings of the server say",
    arguments: [siteArgument],
    options: [
      new Option("--media <MB>", "storage for the site's files; `default`: MEDIA_QUOTA_MB").argParser(megabytes),
      new Option("--data <MB>", "of all that it stores in the database; `default`: DATA_QUOTA_MB").argParser(megabytes),
    ],
    input: (slug: string, { media, data }: Options) => {
      if (media === undefined && data === undefined) throw new UsageError("name a quota, with --media or --data");
      const quotas: Partial<SiteQuotas> = {};
      if (media !== undefined) quotas.mediaQuotaMb = media;
      if (data !== undefined) quotas.dataQuotaMb = data;
      return { slug, quotas };
    },
  },
  {
    run: ({ sql, clock, ids }, { slug, quotas }) => {
      const change = { actor: { kind: "CLI" }, action: "site quota", slug, quotas } as const;
      return setQuotas(sql, { now: clock.now(), ids }, change).catch((error: unknown) => {
        throw error instanceof ProblemError ? new CommandError(`There is no site ${slug}. \`vitrine site list\` shows them.`) : error;
      });
    },
    print: ({ slug, mediaQuotaMb, dataQuotaMb }) =>
      [
        `Files of ${slug}: ${mediaQuotaMb === null ? "as much as MEDIA_QUOTA_MB" : `${mediaQuotaMb} MB`}.`,
        `Data of ${slug}: ${dataQuotaMb === null ? "as much as DATA_QUOTA_MB" : `${dataQuotaMb} MB`}.`,
      ].join("\n"),
  },
);

function megabytes(text: string): number | null {
  if (text === "default") return null;
  const value = positiveInteger(text);
  if (value > largestQuotaMb) throw new InvalidArgumentError(`It must be at most ${largestQuotaMb}.`);
  return value;
}
