import { Type } from "typebox";

const Bytes = Type.String({ format: "binary", description: "The bytes of the file." });

/** The forms in which a file may be sent, by media type. */
export const fileForms = {
  "multipart/form-data": Type.Object({ file: Bytes }, { additionalProperties: false }),
  "application/octet-stream": Bytes,
};

/** The same with the words of a new asset. */
export const uploadForms = {
  ...fileForms,
  "multipart/form-data": Type.Object(
    {
      file: Bytes,
      alt: Type.Optional(Type.String({ description: "JSON by locale, or a text in the site's default locale." })),
      title: Type.Optional(Type.String()),
      tags: Type.Optional(Type.String({ description: "Separated by commas." })),
      folder: Type.Optional(Type.String()),
      focus: Type.Optional(Type.String({ description: "JSON: two numbers from 0 to 1." })),
    },
    { additionalProperties: false },
  ),
};
