import { useEffect, useRef, type ReactNode } from "react";
import { texts } from "../app/texts.ts";
import styles from "./page.module.css";

interface PageProps {
  title: string;
  /** A line below the title. */
  text?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Narrow enough to read. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** A place of the studio: its heading, which gets the focus when somebody goes there, and its content. */
export function Page({ title, text, actions, isNarrow = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${texts.app.name}`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={`${styles.page} ${isNarrow ? styles.narrow : ""}`}>
      <header className={styles.header}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {text !== undefined && <p className="soft">{text}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A place with nothing in it: what it is for, and how to begin. */
export function Empty({ icon, text, action }: { icon: ReactNode; text: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {icon}
      <p>{text}</p>
      {action}
    </div>
  );
}

export function Card({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card}>
      {title !== undefined && (
        <header className={styles.cardHeader}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

/** Rows of things within a card. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}
