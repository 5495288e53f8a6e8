import { Type } from "typebox";
import { Nullable } from "../http/envelope.ts";

/** Why planned work could not be done, for clients that say it in the language of their reader. Null: nothing failed, or before it was kept. */
export const NullableFault = Nullable(
  Type.Object(
    {
      title: Nullable(Type.String({ description: "The title of the document that has the problem." })),
      path: Type.String({ description: "JSON Pointer into the content." }),
      code: Type.String(),
    },
    { additionalProperties: false, description: "The first fault." },
  ),
);
export type StoredFault = { title: string | null; path: string; code: string };
