import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Loading } from "../parts/loading.tsx";
import { Rows } from "../parts/page.tsx";
import { Radios } from "../parts/radios.tsx";
import { Secret } from "../parts/secret.tsx";
import { toast } from "../parts/toast.tsx";
import { To } from "../parts/to.tsx";
import { useOpenDocument } from "./open-document.tsx";
import { previewAddress } from "./preview-address.ts";
import styles from "./share-dialog.module.css";

const dayMs = 24 * 60 * 60_000;
const days = [1, 7, 30] as const;
/** The longest life is the server's limit: a clock that is a little ahead must not exceed it. */
const slackMs = 10 * 60_000;

/** Links that show the draft of the open page to people without an account, each for a time. */
export function ShareDialog({ onClose }: { onClose(): void }) {
  const { site } = useSite();
  const { share } = reviewTexts;
  return (
    <Dialog isOpen title={share.title} onClose={onClose}>
      <div className="stack">
        {previewAddress(site, "", "") === undefined ? <NoAddress /> : <NewLink />}
        <Links />
      </div>
    </Dialog>
  );
}

/** Without a storefront there is no place that shows a draft to others. */
function NoAddress() {
  const { slug } = useSite();
  const { share } = reviewTexts;
  return (
    <p>
      {share.noStorefront} <To path={`/sites/${slug}/settings`}>{texts.settings.general}</To>
    </p>
  );
}

/** The links of the open page, by the query's key. */
function useLinksKey() {
  const { key } = useSite();
  const { document } = useOpenDocument();
  return [...key, "previews", document.id];
}

function NewLink() {
  const { api, site } = useSite();
  const queries = useQueryClient();
  const linksKey = useLinksKey();
  const { document, translation, store } = useOpenDocument();
  const { share } = reviewTexts;
  const { act, isBusy } = useMutation(share.problems);
  const [life, setLife] = useState("7");
  const [address, setAddress] = useState<string>();
  const create = () =>
    act(async () => {
      // Who opens the link reads what the server has.
      await store.getState().flush();
      const expiresAt = new Date(Date.now() + Number(life) * dayMs - slackMs).toISOString();
      const { token } = await api.content.issuePreview({ page: document.id, expiresAt });
      setAddress(previewAddress(site, token, translation.locale));
      await queries.invalidateQueries({ queryKey: linksKey });
    });
  return (
    <>
      <p className="soft">{share.text}</p>
      <Radios
        label={share.life}
        options={days.map((count) => ({ id: String(count), label: share.days(count) }))}
        value={life}
        onChange={setLife}
      />
      <div>
        <Button variant="primary" isDisabled={isBusy} onPress={() => void create()}>
          {share.create}
        </Button>
      </div>
      <div role="status">
        {address !== undefined && (
          <>
            <Secret key={address} label={share.link} value={address} />
            <p className="soft">{share.once}</p>
          </>
        )}
      </div>
    </>
  );
}

/** The links that still work, with a button that ends each. */
function Links() {
  const { api } = useSite();
  const queries = useQueryClient();
  const linksKey = useLinksKey();
  const { document } = useOpenDocument();
  const { share } = reviewTexts;
  const { act, isBusy } = useMutation(share.problems);
  const { data } = useQuery({
    queryKey: linksKey,
    queryFn: ({ signal }) => api.content.listPreviews({ document: document.id, pageSize: 100 }, { signal }),
  });
  const links = data?.data.filter(({ cancelledAt, expiresAt }) => cancelledAt === null && Date.parse(expiresAt) > Date.now());
  const end = async (id: string) => {
    const isDone = await act(() => api.content.cancelPreview({ id }));
    await queries.invalidateQueries({ queryKey: linksKey });
    if (isDone) toast(share.ended);
  };
  return (
    <section aria-label={share.links}>
      <h3>{share.links}</h3>
      {!links ? (
        <Loading />
      ) : links.length === 0 ? (
        <p className="soft">{share.none}</p>
      ) : (
        <Rows>
          {links.map(({ id, lastFour, expiresAt }) => (
            <li key={id} className={styles.row}>
              <span>{share.endsAt(formatDate(expiresAt))}</span>
              <code className="soft">…{lastFour}</code>
              <Button aria-label={share.endOf(lastFour)} isDisabled={isBusy} onPress={() => void end(id)}>
                {share.end}
              </Button>
            </li>
          ))}
        </Rows>
      )}
    </section>
  );
}
