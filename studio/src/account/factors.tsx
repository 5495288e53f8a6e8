import { useState } from "react";
import { api } from "../app/api.ts";
import { useSession } from "../app/site.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { refreshSelf, refreshSession } from "./self.ts";
import { SetUpTotp } from "./set-up-totp.tsx";

/** The app that shows codes, and the codes for the day on which the phone is lost. */
export function Factors() {
  const { admin } = useSession();
  const { account } = shopTexts;
  const { act, isBusy } = useMutation(account.problems);
  const [open, setOpen] = useState<"set-up" | "remove" | "renew">();
  const [codes, setCodes] = useState<readonly string[]>();
  const hasTotp = admin.secondFactors.includes("TOTP");
  const close = () => setOpen(undefined);
  const remove = async () => {
    if (!(await act(() => api.self.removeTotp()))) return;
    close();
    toast(account.totpRemoved);
    await refreshSession();
  };
  const renew = async () => {
    const isDone = await act(async () => setCodes((await api.self.createRecoveryCodes()).recoveryCodes));
    if (isDone) close();
  };
  return (
    <Card title={account.factors}>
      <p className="soft">{account.factorsText}</p>
      <Rows>
        <li>
          <span>{account.totp}</span>
          <span className="row">
            <Badge tone={hasTotp ? "good" : "plain"}>{hasTotp ? account.totpOn : account.totpOff}</Badge>
            {hasTotp ? (
              <Button variant="danger" onPress={() => setOpen("remove")} aria-label={`${account.removeTotp}: ${account.totp}`}>
                {account.removeTotp}
              </Button>
            ) : (
              <Button variant="primary" onPress={() => setOpen("set-up")} aria-label={`${account.addTotp}: ${account.totp}`}>
                {account.addTotp}
              </Button>
            )}
          </span>
        </li>
        {admin.secondFactors.length > 0 && (
          <li>
            <span>{account.recovery}</span>
            <Button onPress={() => setOpen("renew")}>{account.recoveryNew}</Button>
          </li>
        )}
      </Rows>
      {open === "set-up" && (
        <SetUpTotp
          onClose={close}
          onDone={(recoveryCodes) => {
            close();
            setCodes(recoveryCodes);
            void refreshSession();
            void refreshSelf("sessions");
          }}
        />
      )}
      <Confirm
        title={account.totp}
        label={account.removeTotp}
        isOpen={open === "remove"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void remove()}
      >
        <p>{account.removeTotpText}</p>
      </Confirm>
      <Confirm
        title={account.recovery}
        label={account.recoveryNew}
        isOpen={open === "renew"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void renew()}
      >
        <p>{account.recoveryNewText}</p>
      </Confirm>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}
