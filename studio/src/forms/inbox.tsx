import { useSuspenseQuery } from "@tanstack/react-query";
import { Download, Inbox as InboxIcon, Pencil } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { isDialogOpen, isTyping } from "../app/keys.ts";
import { NotHere } from "../app/not-here.tsx";
import { usePlace } from "../app/place.ts";
import { describeProblem } from "../app/problems.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useNarrow } from "../app/use-narrow.ts";
import button from "../parts/button.module.css";
import { ListTools } from "../parts/list-tools.tsx";
import { Loading } from "../parts/loading.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { csvAddress, formQuery } from "./form-queries.ts";
import styles from "./inbox.module.css";
import { SubmissionList } from "./submission-list.tsx";
import { SubmissionView } from "./submission-view.tsx";
import { useInbox } from "./use-inbox.ts";

/** What visitors sent with a form. */
export function Inbox() {
  const { may } = useSite();
  const { slug = "" } = usePlace();
  return may("submissions:read") ? <FormInbox key={slug} slug={slug} /> : <NotHere />;
}

function FormInbox({ slug }: { slug: string }) {
  const site = useSite();
  const { data: form } = useSuspenseQuery(formQuery(site, slug));
  const inbox = useInbox(slug);
  const { openId, submission, show, previousId, nextId } = inbox;
  const isNarrow = useNarrow(900);
  const { forms, formBuilder } = shopTexts;
  useInboxKeys(openId, { previousId, nextId, show });
  const isEmpty = inbox.total === 0 && !inbox.isFiltered && openId === undefined;
  const detail =
    openId === undefined ? (
      <p className={styles.none}>{forms.choose}</p>
    ) : submission ? (
      <SubmissionView key={submission.id} form={form} submission={submission} {...{ previousId, nextId, show }} />
    ) : inbox.error ? (
      <p role="alert" className={styles.none}>
        {describeProblem(inbox.error, { submission_not_found: forms.gone })}
      </p>
    ) : (
      <Loading />
    );
  return (
    <Page
      title={form.name}
      text={
        <>
          <To path={`/sites/${site.slug}/forms`}>{forms.title}</To> › <code>{slug}</code>
        </>
      }
      actions={
        <>
          {site.may("forms:write") && (
            <To path={`/sites/${site.slug}/forms/${slug}/edit`} className={button.button}>
              <Pencil className="icon" aria-hidden />
              {formBuilder.edit}
            </To>
          )}
          {!isEmpty && (
            <a className={button.button} href={csvAddress(site, slug, inbox.filter)} download={`${slug}.csv`}>
              <Download className="icon" aria-hidden />
              {forms.exportCsv}
            </a>
          )}
        </>
      }
    >
      {isEmpty ? (
        <Empty icon={<InboxIcon aria-hidden />} text={forms.noSubmissions} />
      ) : isNarrow && openId !== undefined ? (
        detail
      ) : (
        <div className="stack">
          <ListTools
            search={forms.search}
            words={inbox.words}
            onWords={inbox.setWords}
            {...inbox.view.tools}
            total={inbox.total}
            nouns={forms.total}
          />
          {inbox.isLoading ? (
            <Loading />
          ) : (
            <div className={styles.columns}>
              <SubmissionList form={form} inbox={inbox} />
              {!isNarrow && detail}
            </div>
          )}
        </div>
      )}
    </Page>
  );
}

/** J and K lead to the next and the previous submission; Escape leads back to the list, to the row of the one that was open. */
function useInboxKeys(
  openId: string | undefined,
  { previousId, nextId, show }: Pick<ReturnType<typeof useInbox>, "previousId" | "nextId" | "show">,
) {
  const before = useRef(openId);
  useEffect(() => {
    if (openId === undefined && before.current !== undefined) {
      const { current } = before;
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(current)}"]`)?.focus());
    }
    before.current = openId;
  }, [openId]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (openId === undefined || event.defaultPrevented || ctrlKey || metaKey || altKey || isTyping(event) || isDialogOpen()) return;
    // There, letters find a row.
    const isInList = target instanceof Element && target.closest("[role=grid], [role=menu], [role=listbox]") !== null;
    if (key === "Escape") show(undefined);
    else if (key === "j" && nextId !== undefined && !isInList) show(nextId);
    else if (key === "k" && previousId !== undefined && !isInList) show(previousId);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
