import { useQuery } from "@tanstack/react-query";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { contentTypesQuery } from "../content/types.ts";
import { namesIn, type Schema } from "../fields/schema.ts";
import { Chips } from "../parts/chips.tsx";
import { targetsOf } from "./field-kinds.ts";
import { withKeyword, withTargets } from "./keywords.ts";

interface PartProps {
  schema: Schema;
  isReadOnly: boolean;
  onChange(schema: Schema): void;
}

const accepted = ["image", "video", "audio", "document"] as const;

/** The kinds of files that a field takes; none chosen: any. */
export function AcceptSetting({ schema, isReadOnly, onChange }: PartProps) {
  const { model, modelKinds } = texts;
  return (
    <Chips
      label={model.accepts}
      hint={model.anyIfNone}
      options={accepted.map((id) => ({ id, label: modelKinds.acceptKinds[id] }))}
      value={namesIn(schema["x-accept"])}
      isDisabled={isReadOnly}
      onChange={(next) => onChange(withKeyword(schema, "x-accept", next.length === 0 ? undefined : next))}
    />
  );
}

const targetKinds = ["entry", "page", "product", "category"] as const;

/** The kinds of things that a reference may lead to, and of entries the types. */
export function TargetSettings({ schema, isReadOnly, onChange }: PartProps) {
  const { model, fields } = texts;
  const { data: types = [] } = useQuery(contentTypesQuery(useSite()));
  const targets = targetsOf(schema);
  // A type that is gone can still be named, and is to be seen.
  const gone = targets.contentTypes.filter((name) => !types.some(({ type }) => type === name));
  return (
    <>
      <Chips
        label={model.refersTo}
        options={targetKinds.map((id) => ({ id, label: fields.kinds[id] }))}
        value={targets.kinds}
        isDisabled={isReadOnly}
        onChange={(kinds) => kinds.length > 0 && onChange(withTargets(schema, { ...targets, kinds }))}
      />
      {targets.kinds.includes("entry") && types.length > 0 && (
        <Chips
          label={model.entriesOf}
          hint={model.anyIfNone}
          options={[...types.map(({ type, title }) => ({ id: type, label: title })), ...gone.map((id) => ({ id, label: id }))]}
          value={targets.contentTypes}
          isDisabled={isReadOnly}
          onChange={(contentTypes) => onChange(withTargets(schema, { ...targets, contentTypes: contentTypes.slice(0, 20) }))}
        />
      )}
    </>
  );
}
