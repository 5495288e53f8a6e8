import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { NullablePerson, nullablePerson } from "../../../../lib/admin/person.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Instant, List, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { tusAbilities } from "../tus/tus-headers.ts";
import { uploadsBase } from "../tus/upload.ts";

const UnfinishedUpload = Type.Object(
  {
    id: Uuid,
    name: Nullable(Type.String({ description: "The file name that the client sent." })),
    bytes: Type.Integer({ description: "The size of the whole file, which counts against the quota." }),
    offset: Type.Integer({ description: "Bytes that the server has." }),
    by: NullablePerson,
    createdAt: Instant,
    expiresAt: Instant,
  },
  { $id: "UnfinishedUpload", additionalProperties: false },
);

/** Lists the unfinished uploads of everybody. */
export const listUploads = operation(
  {
    id: "listUploads",
    method: "GET",
    path: uploadsBase,
    access: "member",
    permission: "members:write",
    cors: "closed",
    problems: [],
    tags: ["Media"],
    summary: "List the unfinished uploads of everybody",
    description: "The oldest first. Whoever may see them may end them.",
    optionsHeaders: tusAbilities,
    params: SiteParams,
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(UnfinishedUpload) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ member, query }, reply) => {
      const paging = pagingOf(query);
      const rows = await sql<{
        id: string;
        name: string | null;
        bytes: number;
        offset: number;
        adminId: string | null;
        adminName: string | null;
        createdAt: Date;
        expiresAt: Date;
        total: number;
      }>`
        select
          uploads.id, uploads.words ->> 'sentName' as name, uploads.bytes::float8 as bytes, uploads.received::float8 as "offset",
          admins.id as "adminId", admins.name as "adminName", uploads.created_at as "createdAt", uploads.expires_at as "expiresAt",
          count(*) over ()::int as total
        from asset_uploads as uploads
        left join admins on admins.id = uploads.created_by
        where uploads.site_id = ${member.site.id} and uploads.asset_id is null and uploads.expires_at > ${clock.now()}
        order by uploads.created_at, uploads.id
        limit ${paging.pageSize} offset ${offsetOf(paging)}`;
      const uploads = rows.map(({ adminId, adminName, createdAt, expiresAt, total: _, ...upload }) => ({
        ...upload,
        by: nullablePerson(adminId, adminName),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }));
      return answerPage(reply, query, paging, uploads, rows[0]?.total ?? 0);
    },
);
