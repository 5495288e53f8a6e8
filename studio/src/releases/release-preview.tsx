import { useSuspenseQuery } from "@tanstack/react-query";
import { ArrowLeft, Copy, ExternalLink } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { NewDocument } from "../app/document-policy.ts";
import { NotHere } from "../app/not-here.tsx";
import { usePlace } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { language, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Radios } from "../parts/radios.tsx";
import { toast } from "../parts/toast.tsx";
import { To } from "../parts/to.tsx";
import { shownPlaces } from "./release-address.ts";
import { ReleaseProblems } from "./release-problems.tsx";
import { checkQuery, previewQuery, releaseQuery } from "./release-queries.ts";
import styles from "./look.module.css";

/** The site as it will be after a release. */
export function ReleasePreview() {
  const { may, mayFrame } = useSite();
  if (!may("previews:write")) return <NotHere />;
  return mayFrame ? <Preview /> : <NewDocument />;
}

const widths = ["phone", "tablet", "desktop"] as const;

function Preview() {
  const site = useSite();
  const { id = "" } = usePlace();
  const { data: release } = useSuspenseQuery(releaseQuery(site, id));
  const { data: token } = useSuspenseQuery(previewQuery(site, id));
  const [chosen, setChosen] = useState("home");
  const [width, setWidth] = useState<(typeof widths)[number]>("desktop");
  const heading = useRef<HTMLHeadingElement>(null);
  const { releases, editor } = texts;
  const { look } = releases;
  const { name } = release;
  const places = shownPlaces(site.site, release, token, { home: look.home, shop: look.shop, language: site.site.defaultLocale });
  const place = places.find((each) => each.id === chosen) ?? places[0];
  useEffect(() => {
    document.title = `${look.title(name)} – ${texts.app.name}`;
  }, [look, name]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const copy = (address: string) =>
    void navigator.clipboard.writeText(address).then(
      () => toast(look.copied),
      () => toast(look.notCopied),
    );
  return (
    <div className={styles.look} lang={language}>
      <header className={styles.lookBar}>
        <To path={`/sites/${site.slug}/releases/${id}`} className={styles.back}>
          <ArrowLeft className="icon" aria-hidden />
          <span className="unseen">{look.toRelease}</span>
        </To>
        <h1 ref={heading} tabIndex={-1}>
          {look.title(name)}
        </h1>
        <span className={styles.grow} />
        {place && (
          <>
            <div className={styles.shown}>
              <Choice label={look.show} isLabelUnseen options={places} value={place.id} onChange={setChosen} />
            </div>
            <div className={styles.widths}>
              <Radios
                label={editor.width}
                options={widths.map((each) => ({ id: each, label: editor[each] }))}
                value={width}
                onChange={(next) => setWidth(next as typeof width)}
              />
            </div>
            <Button label={look.copy} onPress={() => copy(place.address)}>
              <Copy className="icon" aria-hidden />
            </Button>
            <Button label={look.newTab} onPress={() => open(place.address, "_blank", "noopener")}>
              <ExternalLink className="icon" aria-hidden />
            </Button>
          </>
        )}
      </header>
      <Stage id={id}>
        {place ? (
          <>
            {/* The server's own viewer allows it for certain. */}
            <p className={styles.silent}>{site.site.storefrontUrl !== null && look.silent}</p>
            <div className={styles.stage}>
              {/* The frame has an origin of its own, and can read nothing of the studio. It is loaded anew when the release is another one. */}
              <iframe
                key={`${place.address} ${release.revision}`}
                src={place.address}
                title={look.title(name)}
                className={`${styles.frame} ${width === "desktop" ? "" : styles[width]}`}
                sandbox="allow-scripts allow-same-origin allow-forms"
                referrerPolicy="origin"
              />
            </div>
          </>
        ) : (
          <p className={styles.note}>{look.noStorefront}</p>
        )}
      </Stage>
    </div>
  );
}

/** A problem of the release is one of its preview, too. */
function Stage({ id, children }: { id: string; children: React.ReactNode }) {
  const site = useSite();
  const { data: release } = useSuspenseQuery(releaseQuery(site, id));
  return release.state === "PUBLISHED" ? children : <Checked id={id}>{children}</Checked>;
}

function Checked({ id, children }: { id: string; children: React.ReactNode }) {
  const site = useSite();
  const { data: release } = useSuspenseQuery(releaseQuery(site, id));
  const { data: check } = useSuspenseQuery(checkQuery(site, id));
  if (check.ready) return children;
  return (
    <div className={styles.note}>
      <p>{texts.releases.look.blocked}</p>
      <ReleaseProblems release={release} check={check} />
      <To path={`/sites/${site.slug}/releases/${id}`}>{texts.releases.look.toRelease}</To>
    </div>
  );
}
