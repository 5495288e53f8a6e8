import type { Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import styles from "./button.module.css";

export interface ButtonProps extends AriaButtonProps {
  /** `primary`: the one thing to do here. `danger`: what cannot be undone. `quiet`: without a frame. */
  variant?: "primary" | "plain" | "quiet" | "danger";
  /** A name where there is nothing but an icon. */
  label?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = "plain", label, className, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(label === undefined ? {} : { "aria-label": label })}
      className={[styles.button, styles[variant], label === undefined ? "" : styles.square, className].join(" ")}
    />
  );
}
