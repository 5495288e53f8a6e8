import { Send } from "lucide-react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSession, useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { toast } from "../parts/toast.tsx";
import type { MailText } from "./mail-text.ts";

interface ProofButtonProps {
  kind: string;
  locale: string;
  /** Absent: as the mail is sent now. */
  text?: MailText;
  isDisabled?: boolean;
}

/** Mails the person a proof. */
export function ProofButton({ kind, locale, text, isDisabled = false }: ProofButtonProps) {
  const { api } = useSite();
  const { admin } = useSession();
  const { mails } = shopTexts;
  const { act, isBusy } = useMutation(mails.problems);
  const send = async () => {
    if (await act(() => api.mails.sendTestMail({ kind, locale, ...text }))) toast(mails.proofSent(admin.email));
  };
  return (
    <Button isDisabled={isDisabled || isBusy} onPress={() => void send()}>
      <Send className="icon" aria-hidden />
      {mails.proof}
    </Button>
  );
}
