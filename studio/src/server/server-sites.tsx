import { useQueryClient } from "@tanstack/react-query";
import type { ServerSite } from "@vitrine/client/admin";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components";
import { api, queries as ownQueries, studioPath } from "../app/api.ts";
import { NewSite } from "../app/new-site.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { sessionQuery } from "../app/site.tsx";
import { formatBytes, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Menu } from "../parts/menu.tsx";
import { toast } from "../parts/toast.tsx";
import { Quotas } from "./quotas.tsx";
import { SearchedRows } from "./searched-rows.tsx";
import styles from "./server.module.css";

const queryKey = ["server-sites"] as const;

/** Every site of the server. */
export function ServerSites() {
  const { server } = shopTexts;
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <SearchedRows<ServerSite>
        title={server.tabs.sites}
        add={server.newSite}
        onAdd={() => setCreating(true)}
        find={server.findSite}
        none={server.noSites}
        queryKey={queryKey}
        read={(page, q, signal) => api.server.listServerSites({ page, pageSize: 50, q }, { signal })}
        show={(site) => <SiteRow key={site.id} site={site} />}
      />
      {isCreating && (
        <NewSite
          isForOthers
          onClose={() => {
            setCreating(false);
            void ownQueries.invalidateQueries({ queryKey });
          }}
        />
      )}
    </>
  );
}

type Asking = "suspend" | "enter" | "quotas";

function SiteRow({ site }: { site: ServerSite }) {
  const queries = useQueryClient();
  const { server } = shopTexts;
  const { act, isBusy } = useMutation(server.problems);
  const [asking, setAsking] = useState<Asking>();
  const { slug, name, state, owners, members, fileBytes, dataBytes } = site;
  const change = async (work: () => Promise<unknown>, said: string) => {
    const isDone = await act(work);
    await queries.invalidateQueries({ queryKey });
    if (!isDone) return;
    setAsking(undefined);
    toast(said);
  };
  const [owner] = owners;
  return (
    <li>
      <span className={styles.who}>
        <span>
          {name} {state !== "ACTIVE" && <Badge tone="warn">{server.states[state]}</Badge>}
        </span>
        <small>
          {[slug, owner ? server.ownedBy(owner.email, owners.length - 1) : server.noOwner, server.membersOf(members)].join(" · ")}
        </small>
        <small>{server.uses(formatBytes(fileBytes), formatBytes(dataBytes))}</small>
      </span>
      <Menu
        label={server.actionsFor(name)}
        trigger={
          <Button variant="quiet" label={server.actionsFor(name)} isDisabled={isBusy}>
            <Ellipsis className="icon" aria-hidden />
          </Button>
        }
        groups={[
          state === "DELETED" ? [] : [{ id: "enter", label: server.enter, onAction: () => setAsking("enter") }],
          [{ id: "quotas", label: server.quotas, onAction: () => setAsking("quotas") }],
          state === "ACTIVE"
            ? [{ id: "suspend", label: server.suspend, isDanger: true, onAction: () => setAsking("suspend") }]
            : state === "SUSPENDED"
              ? [
                  {
                    id: "resume",
                    label: server.resume,
                    onAction: () => void change(() => api.server.resumeSite({ slug }), server.resumed(name)),
                  },
                ]
              : [],
        ]}
      />
      <Confirm
        title={server.suspendOf(name)}
        label={server.suspend}
        typed={slug}
        isOpen={asking === "suspend"}
        isBusy={isBusy}
        onClose={() => setAsking(undefined)}
        onConfirm={() => void change(() => api.server.suspendSite({ slug }), server.suspended(name))}
      >
        <p>{server.suspendText}</p>
      </Confirm>
      {asking === "enter" && <Enter site={site} onClose={() => setAsking(undefined)} />}
      {asking === "quotas" && (
        <Quotas
          site={site}
          isBusy={isBusy}
          onClose={() => setAsking(undefined)}
          onSave={(quotas) => void change(() => api.server.updateServerSite({ slug, ...quotas }), server.quotasSaved(name))}
        />
      )}
    </li>
  );
}

/** Goes into a site for an hour, and tells its owners why. */
function Enter({ site: { slug, name }, onClose }: { site: ServerSite; onClose(): void }) {
  const { server } = shopTexts;
  const { act, isBusy } = useMutation(server.problems);
  const [reason, setReason] = useState("");
  const enter = async () => {
    const isDone = await act(async () => {
      await api.server.enterSite({ slug, reason: reason.trim() });
      await ownQueries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
    // A page of its own: its policy allows to frame that site's storefront.
    if (isDone) location.assign(`${studioPath}/sites/${slug}`);
  };
  return (
    <Dialog title={server.enterOf(name)} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <p>{server.enterText}</p>
        <TextInput label={server.reason} hint={server.reasonHint} value={reason} onChange={setReason} autoFocus maxLength={200} />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || reason.trim() === ""}>
            {server.enter}
          </Button>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
