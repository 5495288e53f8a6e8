import { audit } from "./de/audit.ts";
import { content } from "./de/content.ts";
import { editor } from "./de/editor.ts";
import { fields } from "./de/fields.ts";
import { frame } from "./de/frame.ts";
import { media } from "./de/media.ts";
import { model } from "./de/model.ts";
import { modelKinds } from "./de/model-kinds.ts";
import { refusals } from "./de/refusals.ts";
import { releases } from "./de/releases.ts";
import { settings } from "./de/settings.ts";
import type { Texts } from "./en.ts";

/** German, with Sie. Inserted names stand in quotation marks or after a colon, so that their gender and case do not matter. */
export const de: Texts = {
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
