"use client";

import { useActionState } from "react";
import type { AccountAction } from "@/actions/account-state";

interface AccountField {
  name: string;
  label: string;
  type: "email" | "password" | "text" | "tel";
  autoComplete: string;
  isOptional?: boolean;
  initial?: string | undefined;
  hint?: string;
}

interface AccountFormProps {
  action: AccountAction;
  locale: string;
  fields: AccountField[];
  submitLabel: string;
  /** Of a link in an email. */
  token?: string;
  /** After success, only the answer is shown. */
  isOnce?: boolean;
}

/** A form of the account. It works without scripts too. */
export function AccountForm({ action, locale, fields, submitLabel, token, isOnce = false }: AccountFormProps) {
  const [state, send, isSending] = useActionState(action.bind(null, locale), { attempts: 0, entered: {} });
  const done = state.done !== undefined && (
    <p className="notice" role="status">
      {state.done}
    </p>
  );
  if (done && isOnce) return done;
  return (
    <form className="form" action={send}>
      {fields.map(({ name, label, type, autoComplete, isOptional, initial, hint }) => (
        // React empties the form after an attempt: new elements begin with what was entered.
        <div className="field" key={`${name} ${state.attempts}`}>
          <label htmlFor={name}>{label}</label>
          <input
            id={name}
            name={name}
            type={type}
            autoComplete={autoComplete}
            required={!isOptional}
            defaultValue={type === "password" ? "" : (state.entered[name] ?? initial)}
            aria-describedby={hint ? `${name}-hint` : undefined}
          />
          {hint && (
            <p className="soft small" id={`${name}-hint`}>
              {hint}
            </p>
          )}
        </div>
      ))}
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      {state.problem && (
        <p className="problem" role="alert">
          {state.problem}
        </p>
      )}
      {done}
      <button className="button" disabled={isSending}>
        {submitLabel}
      </button>
    </form>
  );
}
