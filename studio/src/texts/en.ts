import { audit } from "./en/audit.ts";
import { content } from "./en/content.ts";
import { editor } from "./en/editor.ts";
import { fields } from "./en/fields.ts";
import { frame } from "./en/frame.ts";
import { media } from "./en/media.ts";
import { model } from "./en/model.ts";
import { modelKinds } from "./en/model-kinds.ts";
import { refusals } from "./en/refusals.ts";
import { releases } from "./en/releases.ts";
import { settings } from "./en/settings.ts";

/** English, and the shape of every other catalogue. Names are those of the screens. */
export const en = {
  ...frame,
  ...content,
  ...editor,
  ...fields,
  ...media,
  ...model,
  ...modelKinds,
  ...refusals,
  ...releases,
  ...settings,
  ...audit,
};

export type Texts = typeof en;
