import type { EditedBlockType, EditedContentType } from "@vitrine/client/admin";
import { collect } from "../app/collect.ts";
import type { OpenSite } from "../app/site.tsx";

export const contentTypesQuery = ({ api, key }: OpenSite) => ({
  queryKey: [...key, "content-types"],
  queryFn: (): Promise<EditedContentType[]> => collect(api.model.listContentTypes.all()),
  staleTime: 300_000,
});

export const blockTypesQuery = ({ api, key }: OpenSite) => ({
  queryKey: [...key, "block-types"],
  queryFn: (): Promise<EditedBlockType[]> => collect(api.model.listEditedBlockTypes.all()),
  staleTime: 300_000,
});
