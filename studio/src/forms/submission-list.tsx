import type { EditedForm, ListedSubmission } from "@vitrine/client/admin";
import { Paperclip } from "lucide-react";
import { Collection, GridList, GridListItem, GridListLoadMoreItem, ListLayout, Virtualizer } from "react-aria-components";
import { useKeptScroll } from "../app/kept-place.ts";
import { useAsked, useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { Badge } from "../parts/badge.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import table from "../parts/table.module.css";
import styles from "./inbox.module.css";
import { rowsOf, summaryOf } from "./submission-rows.ts";
import type { useInbox } from "./use-inbox.ts";

interface SubmissionListProps {
  form: EditedForm;
  inbox: ReturnType<typeof useInbox>;
}

/** The submissions, the newest first: only those in sight are in the page. */
export function SubmissionList({ form, inbox }: SubmissionListProps) {
  const { slug } = useSite();
  const go = useGo();
  const asked = useAsked();
  const { forms } = shopTexts;
  const { items, openId, isFiltered, setWords, view, hasMore, more } = inbox;
  const pathOf = (id: string) => {
    const entries = Object.entries({ ...asked, submission: id }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `/sites/${slug}/forms/${form.slug}?${new URLSearchParams(entries).toString()}`;
  };
  const clear = () => {
    setWords("");
    view.tools.onState("all");
  };
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: 68 }}>
      <GridList
        ref={useKeptScroll<HTMLDivElement>("scroll")}
        aria-label={forms.submissions}
        className={styles.list ?? ""}
        onAction={(id) => go(pathOf(String(id)))}
        renderEmptyState={() => (
          <div className={table.empty}>
            <NoMatches text={forms.noneLikeThis} onClear={isFiltered ? clear : undefined} />
          </div>
        )}
      >
        <Collection items={items} dependencies={[openId, form]}>
          {(submission: ListedSubmission) => <Row form={form} submission={submission} isOpen={submission.id === openId} />}
        </Collection>
        {hasMore && (
          <GridListLoadMoreItem onLoadMore={more} scrollOffset={2} className={table.more ?? ""}>
            {texts.app.loading}
          </GridListLoadMoreItem>
        )}
      </GridList>
    </Virtualizer>
  );
}

function Row({ form, submission, isOpen }: { form: EditedForm; submission: ListedSubmission; isOpen: boolean }) {
  const { id, data, read, spam, submittedAt } = submission;
  const { forms } = shopTexts;
  const rows = data === null ? [] : rowsOf(form, data);
  const { title = data === null ? forms.long : forms.untitled, text } = summaryOf(rows);
  const isNew = !read && !spam;
  return (
    <GridListItem id={id} textValue={title} className={`${styles.row} ${isOpen ? styles.open : ""} ${isNew ? styles.new : ""}`}>
      <span className={styles.line}>
        {isNew && (
          <span className={styles.dot}>
            <span className="unseen">{forms.new}</span>
          </span>
        )}
        <span className={styles.title}>{title}</span>
        {rows.some(({ files }) => files.length > 0) && <Paperclip className="icon" aria-label={forms.withFiles} />}
        <span className={styles.when}>
          <Ago at={submittedAt} />
        </span>
      </span>
      <span className={styles.line}>
        <span className={styles.text}>{text}</span>
        {spam && <Badge tone="warn">{forms.spam}</Badge>}
      </span>
    </GridListItem>
  );
}
