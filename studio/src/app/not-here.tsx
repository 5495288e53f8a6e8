import { Compass } from "lucide-react";
import { Empty, Page } from "../parts/page.tsx";
import { studioPath } from "./api.ts";
import { texts } from "./texts.ts";

export function NotHere() {
  return (
    <Page title={texts.problems.notHere} isNarrow>
      <Empty
        icon={<Compass aria-hidden />}
        text={texts.problems.notHereText}
        action={<a href={`${studioPath}/`}>{texts.problems.toSites}</a>}
      />
    </Page>
  );
}
