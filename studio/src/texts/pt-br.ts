import { audit } from "./pt-br/audit.ts";
import { content } from "./pt-br/content.ts";
import { editor } from "./pt-br/editor.ts";
import { fields } from "./pt-br/fields.ts";
import { frame } from "./pt-br/frame.ts";
import { media } from "./pt-br/media.ts";
import { model } from "./pt-br/model.ts";
import { modelKinds } from "./pt-br/model-kinds.ts";
import { refusals } from "./pt-br/refusals.ts";
import { releases } from "./pt-br/releases.ts";
import { settings } from "./pt-br/settings.ts";
import type { Texts } from "./en.ts";

/** Brazilian Portuguese, with você. Sentences are built so that the gender of an inserted name does not matter. */
export const ptBr: Texts = {
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
