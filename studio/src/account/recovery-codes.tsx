import { shopTexts } from "../app/shop-texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Secret } from "../parts/secret.tsx";

/** The codes, this once. It closes by its button alone. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { account } = shopTexts;
  return (
    <Dialog
      title={account.recovery}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <Button variant="primary" onPress={onClose}>
          {account.recoveryKept}
        </Button>
      }
    >
      <p>{account.recoveryText}</p>
      <Secret label={account.recovery} value={codes.join("\n")} />
    </Dialog>
  );
}
