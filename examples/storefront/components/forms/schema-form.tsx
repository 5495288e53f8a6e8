"use client";

import { useActionState, useEffect, useRef } from "react";
import { submitForm, type SubmissionState } from "@/actions/forms";
import { SchemaField } from "@/components/forms/schema-field";
import { honeypot, type Field } from "@/lib/form-fields";

interface SchemaFormProps {
  slug: string;
  locale: string;
  fields: Field[];
  submitLabel: string;
  words: { required: string; choose: string; leaveEmpty: string };
}

const untouched: SubmissionState = { attempts: 0, errors: {}, entered: {} };

/** A form of the site. It works without scripts too; with them, the first field at fault gets the focus. */
export function SchemaForm({ slug, locale, fields, submitLabel, words }: SchemaFormProps) {
  const [state, send, isSending] = useActionState(submitForm.bind(null, slug, locale), untouched);
  const form = useRef<HTMLFormElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (state.attempts === 0) return;
    (thanks.current ?? form.current?.querySelector<HTMLElement>("[aria-invalid=true]") ?? form.current?.querySelector("button"))?.focus();
  }, [state]);

  if (state.success !== undefined) {
    return (
      <p className="notice" role="status" tabIndex={-1} ref={thanks}>
        {state.success}
      </p>
    );
  }
  return (
    // The server's answer names every field at fault, in the visitor's language. The browser would name the first.
    <form className="form" ref={form} action={send} noValidate>
      {/* React empties the form after an attempt: new elements begin with what was entered. */}
      {fields.map((field) => (
        <SchemaField
          key={`${field.name} ${state.attempts}`}
          field={field}
          idPrefix={slug}
          words={words}
          error={state.errors[field.name]}
          entered={state.attempts === 0 ? field.initial : (state.entered[field.name] ?? [])}
        />
      ))}
      <div className="off-screen" aria-hidden="true">
        <label>
          {words.leaveEmpty}
          <input name={honeypot} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {state.problem && (
        <p className="problem" role="alert">
          {state.problem}
        </p>
      )}
      <button className="button" disabled={isSending}>
        {submitLabel}
      </button>
    </form>
  );
}
