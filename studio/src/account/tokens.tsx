import { useSuspenseQuery } from "@tanstack/react-query";
import type { OwnToken } from "@vitrine/client/admin";
import { useState } from "react";
import { api } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { formatAgo, formatDate, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import settings from "../settings/settings.module.css";
import { NewToken } from "./new-token.tsx";
import { refreshSelf, tokensQuery } from "./self.ts";

/** What programs sign in with that act for the person. */
export function Tokens() {
  const { data: tokens } = useSuspenseQuery(tokensQuery);
  const { account } = shopTexts;
  const [isMaking, setMaking] = useState(false);
  return (
    <Card title={account.tokens} aside={<Button onPress={() => setMaking(true)}>{account.newToken}</Button>}>
      <p className="soft">{account.tokensText}</p>
      {tokens.length > 0 && (
        <Rows>
          {tokens.map((token) => (
            <Row key={token.id} token={token} />
          ))}
        </Rows>
      )}
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Card>
  );
}

function Row({ token: { id, name, role, site, lastFour, expiresAt, lastUsedAt } }: { token: OwnToken }) {
  const { account } = shopTexts;
  const { keys, roles } = texts;
  const { act, isBusy } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const revoke = async () => {
    const isDone = await act(() => api.self.revokeOwnToken({ id }));
    await refreshSelf("tokens");
    if (!isDone) return;
    setAsking(false);
    toast(account.tokenRevoked);
  };
  const facts = [
    keys.ends(lastFour),
    roles[role],
    site ?? account.allSites,
    account.until(formatDate(expiresAt, { dateStyle: "medium" })),
    lastUsedAt === null ? account.neverUsed : `${account.used} ${formatAgo(lastUsedAt)}`,
  ];
  return (
    <li>
      <span className={settings.who}>
        <span>{name}</span>
        <small>{facts.join(" · ")}</small>
      </span>
      <Button variant="danger" aria-label={account.revokeTokenOf(name)} onPress={() => setAsking(true)}>
        {account.revokeToken}
      </Button>
      <Confirm
        title={account.revokeTokenOf(name)}
        label={account.revokeToken}
        typed={name}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void revoke()}
      >
        <p>{account.revokeTokenText(name)}</p>
      </Confirm>
    </li>
  );
}
