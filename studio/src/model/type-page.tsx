import { useSuspenseQuery } from "@tanstack/react-query";
import { NotHere } from "../app/not-here.tsx";
import { usePlace } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { blockTypesQuery, contentTypesQuery } from "../content/types.ts";
import type { Family } from "./definition.ts";
import { TypeForm } from "./type-form.tsx";

/** A content type, with its fields. */
export function ContentTypePage() {
  return <TypePage family="content" />;
}

/** A block type, with its fields and slots. */
export function BlockTypePage() {
  return <TypePage family="block" />;
}

function TypePage({ family }: { family: Family }) {
  const site = useSite();
  const { type = "" } = usePlace();
  const { data: contentTypes } = useSuspenseQuery(contentTypesQuery(site));
  const { data: blockTypes } = useSuspenseQuery(blockTypesQuery(site));
  const storedType = (family === "content" ? contentTypes : blockTypes).find((each) => each.type === type);
  return storedType ? <TypeForm key={`${family}/${type}`} family={family} storedType={storedType} /> : <NotHere />;
}
