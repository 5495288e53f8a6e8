import { Type } from "typebox";
import { explainHeader } from "../../../../lib/published/cache-explanation.ts";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { buffer as bufferOf } from "node:stream/consumers";
import type { Deps } from "../../../../deps.ts";
import { siteSuspended } from "../../../../lib/http/credential-problems.ts";
import { indexedUrl } from "../../../../lib/http/accepted-picture.ts";
import { namesEtag } from "../../../../lib/http/etag.ts";
import { mediaBase, operation } from "../../../../lib/http/operation.ts";
import { preconditionFailed, problem, ProblemError, unavailable } from "../../../../lib/http/problem.ts";
import { openMark } from "../../../../lib/media/signed-address.ts";
import { cacheTagHeaders, cacheTags } from "../../../../lib/published/cache-tags.ts";
import { writePublished } from "../../../../lib/published/published-answer.ts";
import { StoreUnavailable, type ByteRange } from "../../../../ports/object-store.ts";
import { CannotProcessPictures, PicturesBusy } from "../../../../ports/pictures.ts";
import { fileEtag } from "../asset-address.ts";
import { findMedia, type FoundMedia } from "../find-media.ts";
import { cannotProcess } from "../keep-file.ts";
import { mediaHeaders } from "../media-headers.ts";
import { rangeOf } from "../range.ts";
import { forget, variantMaker, type RenderingDeps } from "../render-variant.ts";
import { sendFile, type SentFile } from "../send-file.ts";
import { withoutSilenceLimit } from "../silence.ts";
import { assetTag } from "../tags.ts";

const mediaNotFound = problem("media_not_found", 404, "File not found");
const rangeNotSatisfiable = problem("range_not_satisfiable", 416, "The requested range is outside the file");

/** Larger ones are streamed from the store each time. */
const keptBytes = 512 * 1024;

/** Reads a file of a media library, or a variant of a picture. */
export const getMedia = operation(
  {
    id: "getMedia",
    method: "GET",
    path: `${mediaBase}{siteSlug}/{assetId}/{hash}/{name}`,
    access: "none",
    cors: "any",
    problems: [mediaNotFound, rangeNotSatisfiable, siteSuspended],
    tags: ["Media"],
    summary: "Read a file, or a variant of a picture",
    params: Type.Object({ siteSlug: Type.String(), assetId: Type.String(), hash: Type.String(), name: Type.String() }),
    published: true,
  },
  (deps: RenderingDeps & Pick<Deps, "sites" | "answers" | "siteLimiter" | "publicUrl" | "media">) => {
    const { sql, sites, answers, siteLimiter, store, clock, media } = deps;
    const make = variantMaker(deps);

    return async (request, reply) => {
      const { params, raw } = request;
      const { "if-match": ifMatch, "if-none-match": ifNoneMatch, accept } = request.headers;
      // Only a GET may ask for a part (RFC 9110 §14.2).
      const range = raw.method === "GET" ? request.headers.range : undefined;
      const site = await sites.findSiteBySlug(params.siteSlug);
      if (!site) throw new ProblemError(mediaNotFound);
      if (site.suspended) throw new ProblemError(siteSuspended);
      const opened = openMark(media.signer, site, params.assetId, params.hash, clock.now());
      if (!opened) throw new ProblemError(mediaNotFound);
      const origin = request.headers.origin === undefined ? undefined : "*";
      const explainedTo = request.headers[explainHeader] === undefined ? undefined : site;
      const writing = { ifMatch, ifNoneMatch, origin, explainedTo };
      const asked = { site, operationId: "getMedia", key: indexedUrl(`${params.assetId} ${params.hash} ${params.name}`, accept) };
      const url = indexedUrl(raw.url ?? "", accept);

      const cachedAnswer = range === undefined ? answers.get(asked) : undefined;
      if (cachedAnswer) {
        answers.indexUrl(asked, url, cachedAnswer);
        writePublished(raw, reply.raw, cachedAnswer, { ...writing, cache: "hit" });
        return reply.hijack();
      }
      // Not from a replica: a file may be read as soon as its upload is acknowledged.
      const foundMedia = await siteLimiter.run(site.id, () => findMedia(sql, site.id, { ...params, hash: opened.hash }, accept));
      const object = foundMedia && (await locate(request, foundMedia));
      if (!object) throw new ProblemError(mediaNotFound);
      const tags = [assetTag(params.assetId)];
      const headers = [
        ...mediaHeaders(deps.publicUrl, { ...foundMedia, etag: object.etag, until: opened.until }),
        ...cacheTagHeaders(cacheTags(site.slug, "getMedia", tags)),
      ];
      if (ifMatch !== undefined && !namesEtag(ifMatch, object.etag)) throw new ProblemError(preconditionFailed);
      const part = rangeOf({ ...request.headers, range }, object);
      if (part === "unsatisfiable")
        throw new ProblemError(rangeNotSatisfiable, { headers: { "content-range": `bytes */${object.bytes}` } });

      const isKept = opened.isKept && object.bytes <= keptBytes && part === undefined;
      if (!isKept)
        return sendFile(request, reply, {
          ...object,
          contentType: foundMedia.contentType,
          headers,
          part,
          open: () => open(object.key, foundMedia, part),
        });
      const body = await bufferOf((await open(object.key, foundMedia)).stream);
      const file = { body, etag: object.etag, contentType: foundMedia.contentType, headers, tags };
      const isCurrent = sites.noticeVersions(site, { contentVersion: foundMedia.contentVersion });
      const answer = answers.putFile(asked, { ...file, contentVersion: foundMedia.contentVersion }, isCurrent);
      answers.indexUrl(asked, url, answer);
      writePublished(raw, reply.raw, answer, { ...writing, cache: answers.outcomeOfRead });
      return reply.hijack();
    };

    /** The object at the address, rendered if that was not done before. */
    async function locate(
      { raw, client }: { raw: IncomingMessage; client: string },
      { original, variant }: FoundMedia,
    ): Promise<(Pick<SentFile, "etag" | "bytes"> & { key: string }) | undefined> {
      if (!variant) return original;
      const renderedVariant = await withoutSilenceLimit(raw.socket, () => make({ ...variant, client })).catch(notNow);
      return renderedVariant && { ...renderedVariant, etag: fileEtag(renderedVariant.sha256) };
    }

    async function open(key: string, { variant }: FoundMedia, part?: ByteRange): Promise<{ stream: Readable }> {
      const opened = await store.get(key, part).catch(notNow);
      if (opened) return opened;
      // The next request makes a variant anew.
      if (variant) await forget(deps, variant.siteId, key);
      throw new ProblemError(unavailable, {
        detail: "The store lacks this file for now. Try again soon.",
        headers: { "retry-after": "2" },
      });
    }
  },
);

function notNow(error: unknown): never {
  if (error instanceof CannotProcessPictures) throw cannotProcess();
  if (error instanceof PicturesBusy || error instanceof StoreUnavailable) {
    const detail = "Too many pictures are being made, or the store of files does not respond. Try again soon.";
    throw new ProblemError(unavailable, { detail, headers: { "retry-after": "2" } });
  }
  throw error;
}
