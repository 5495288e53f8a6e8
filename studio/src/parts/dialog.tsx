import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  /** `side`: along the right edge, for details of something that stays in sight. */
  place?: "middle" | "side";
  isWide?: boolean;
  children: ReactNode;
  /** Buttons below. */
  actions?: ReactNode;
  role?: "dialog" | "alertdialog";
}

/** A dialog over the page; Escape and a click beside it close it. */
export function Dialog({ title, isOpen, onClose, place = "middle", isWide = false, children, actions, role = "dialog" }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={role === "dialog"}
      className={`${styles.overlay} ${styles[place]}`}
    >
      <Modal className={`${styles.modal} ${isWide ? styles.wide : ""}`}>
        <AriaDialog role={role} className={styles.dialog ?? ""}>
          <header className={styles.header}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <Button variant="quiet" label={texts.app.close} onPress={onClose}>
              <X className="icon" aria-hidden />
            </Button>
          </header>
          <div className={styles.content}>{children}</div>
          {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
