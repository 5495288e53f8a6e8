import { useState } from "react";
import { Form } from "react-aria-components";
import { api } from "../app/api.ts";
import { useSession } from "../app/site.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Secret } from "../parts/secret.tsx";
import { roles, type Role } from "../settings/roles.ts";
import { refreshSelf } from "./self.ts";

const any = "*";
const lengths = [30, 90, 365] as const;

/** Makes an access token, and shows it this once. */
export function NewToken({ onClose }: { onClose(): void }) {
  const { sites } = useSession();
  const { account } = shopTexts;
  const { team, app } = texts;
  const { act, isBusy } = useMutation(account.problems);
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("VIEWER");
  const [site, setSite] = useState<string>(sites.length === 1 ? (sites[0]?.slug ?? any) : any);
  const [days, setDays] = useState<number>(90);
  const [token, setToken] = useState<string>();
  const create = () =>
    act(async () => {
      // A minute less, for clocks that differ: the server takes a year at most.
      const expiresAt = new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();
      const newToken = await api.self.createOwnToken({ name: name.trim(), role, expiresAt, ...(site === any ? {} : { site }) });
      setToken(newToken.token);
      void refreshSelf("tokens");
    });
  if (token !== undefined)
    return (
      <Dialog title={name} isOpen onClose={onClose} role="alertdialog" actions={<Button onPress={onClose}>{app.done}</Button>}>
        <p>{account.tokenCreated}</p>
        <Secret label={name} value={token} />
      </Dialog>
    );
  return (
    <Dialog title={account.newToken} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextInput label={account.tokenName} value={name} onChange={setName} autoFocus maxLength={100} autoComplete="off" />
        <Choice
          label={team.role}
          options={roles.map((id) => ({ id, label: texts.roles[id], detail: team.roleTexts[id] }))}
          value={role}
          onChange={(next) => setRole(roles.find((each) => each === next) ?? role)}
        />
        <Choice
          label={account.tokenSite}
          options={[{ id: any, label: account.allSites }, ...sites.map(({ slug, name: label }) => ({ id: slug, label }))]}
          value={site}
          onChange={setSite}
        />
        <Choice
          label={account.tokenExpires}
          options={lengths.map((each) => ({ id: String(each), label: account.days(each) }))}
          value={String(days)}
          onChange={(next) => setDays(Number(next))}
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || name.trim() === ""}>
            {account.newToken}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
