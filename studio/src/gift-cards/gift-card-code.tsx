import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Secret } from "../parts/secret.tsx";

interface GiftCardCodeProps {
  title: string;
  code: string;
  /** Who gets it by mail. Empty: nobody. */
  email: string;
  onClose(): void;
}

/** The code of a card, which the server shows this once. */
export function GiftCardCode({ title, code, email, onClose }: GiftCardCodeProps) {
  const { giftCards } = shopTexts;
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog" actions={<Button onPress={onClose}>{texts.app.done}</Button>}>
      <p>{giftCards.codeText}</p>
      <Secret label={giftCards.code} value={code} />
      {email !== "" && <p className="soft">{giftCards.mailed(email)}</p>}
    </Dialog>
  );
}
