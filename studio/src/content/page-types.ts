import { useSuspenseQuery } from "@tanstack/react-query";
import type { EditedBlockType } from "@vitrine/client/admin";
import { useMemo } from "react";
import { useSite } from "../app/site.tsx";
import type { Block } from "../draft/block.ts";
import { blockTypesQuery } from "./types.ts";

export type BlockTypes = ReadonlyMap<string, EditedBlockType>;

/** The block types of the site, by name. */
export function useBlockTypes(): BlockTypes {
  const { data } = useSuspenseQuery(blockTypesQuery(useSite()));
  return useMemo(() => new Map(data.map((type) => [type.type, type])), [data]);
}

/** A line that tells a block from others of its type: its first words. */
export function summaryOf(block: Block): string {
  const texts = Object.values(block.props).flatMap((value) => (typeof value === "string" && value.length > 1 ? [value] : []));
  const named = ["title", "heading", "label", "text", "body"]
    .map((name) => block.props[name])
    .find((value) => typeof value === "string" && value !== "");
  return (typeof named === "string" ? named : (texts[0] ?? "")).slice(0, 80);
}
