import { Plus, Rocket } from "lucide-react";
import { useAsked, useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Radios } from "../parts/radios.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { Calendar } from "./calendar.tsx";
import { NewRelease } from "./new-release.tsx";
import { ReleaseTable } from "./release-table.tsx";
import styles from "./releases.module.css";

/** The releases of the site, as a list or as a calendar of everything that has a time. */
export function ReleaseList() {
  const { may } = useSite();
  const go = useGo();
  const asked = useAsked();
  const { releases } = texts;
  const view = asked.view === "calendar" ? "calendar" : "list";
  const canMake = may("content:publish");
  // In the address, so that the palette leads to it from anywhere.
  const isMaking = canMake && asked.new !== undefined;
  const viewed = view === "calendar" ? "?view=calendar" : "";
  const create = canMake && (
    <Button variant="primary" onPress={() => go(viewed === "" ? "?new=yes" : `${viewed}&new=yes`)}>
      <Plus className="icon" aria-hidden />
      {releases.create}
    </Button>
  );
  return (
    <Page
      title={releases.title}
      text={releases.text}
      actions={
        <>
          <div className={styles.views}>
            <Radios
              label={releases.view}
              options={[
                { id: "list", label: releases.list },
                { id: "calendar", label: releases.calendar },
              ]}
              value={view}
              onChange={(next) => go(next === "calendar" ? "?view=calendar" : "", { replace: true })}
            />
          </div>
          {create}
        </>
      }
    >
      {view === "calendar" ? (
        <Calendar />
      ) : (
        <ReleaseTable
          empty={<Empty icon={<Rocket aria-hidden />} text={canMake ? releases.empty : releases.emptyReader} action={create} />}
        />
      )}
      {isMaking && <NewRelease onClose={() => go(viewed, { replace: true })} />}
    </Page>
  );
}
