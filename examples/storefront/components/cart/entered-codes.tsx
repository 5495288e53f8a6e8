"use client";

import { useId, useRef } from "react";
import type { Quote } from "@vitrine/client";
import type { Messages } from "@/messages";
import { fill } from "@/messages/fill";

interface EnteredCodesProps {
  /** The member of a quote that takes the codes. */
  kind: "discountCodes" | "giftCards";
  /** Of the field. */
  label: string;
  codes: readonly string[];
  quote: Quote | undefined;
  words: Messages["checkout"];
  onCodes: (codes: readonly string[]) => void;
}

/** As many as the shop takes. */
const mostCodes = 5;

/** The codes of a kind that the visitor has entered, each with what the shop says about it, and a field for another one. */
export function EnteredCodes({ kind, label, codes, quote, words, onCodes }: EnteredCodesProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const problemOf = (index: number) => quote?.problems.find(({ path }) => path === `/${kind}/${index}`);
  const isSame = (code: string) => (other: string) => other.toUpperCase() === code.toUpperCase();
  return (
    <section className="codes">
      {codes.length > 0 && (
        <ul>
          {codes.map((code, index) => (
            <li key={code}>
              <span>{code}</span>{" "}
              <button
                className="link-button"
                type="button"
                aria-label={fill(words.removeCodeOf, { code })}
                onClick={() => {
                  onCodes(codes.filter((each) => each !== code));
                  field.current?.focus();
                }}
              >
                {words.removeCode}
              </button>
              {problemOf(index) && (
                <p className="problem" role="alert">
                  {problemOf(index)?.message}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {codes.length < mostCodes && (
        <form
          className="codes-form"
          onSubmit={(event) => {
            event.preventDefault();
            const code = field.current?.value.trim() ?? "";
            if (code !== "" && !codes.some(isSame(code))) onCodes([...codes, code]);
            if (field.current) field.current.value = "";
          }}
        >
          <div className="field">
            <label htmlFor={id}>{label}</label>
            <input id={id} ref={field} autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={60} />
          </div>
          <button className="button button-quiet">{words.applyCode}</button>
        </form>
      )}
    </section>
  );
}
