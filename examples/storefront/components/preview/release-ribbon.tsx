import { endReleasePreview } from "@/actions/preview";
import { ReleaseEntrance } from "@/components/preview/release-entrance";
import { currentLocale } from "@/lib/locale";
import { releaseToken } from "@/lib/release-cookie";
import { isReleaseToken } from "@/lib/vitrine";

/** Tells people who preview a release that they do, and lets them leave. Renders nothing for anybody else. */
export async function ReleaseRibbon() {
  const { locale, words } = await currentLocale();
  const token = await releaseToken();
  return (
    <>
      <ReleaseEntrance endedText={words.preview.releaseEnded} />
      {token !== undefined && (
        <form className="preview-ribbon" action={endReleasePreview.bind(null, locale)}>
          {(await isReleaseToken(token)) ? words.preview.release : words.preview.releaseEnded}{" "}
          <button className="link-button">{words.preview.leave}</button>
        </form>
      )}
    </>
  );
}
