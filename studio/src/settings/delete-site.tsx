import { useState } from "react";
import { studioPath } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Card } from "../parts/page.tsx";

/** Takes the site away. Its owner can bring it back for two weeks. */
export function DeleteSite() {
  const { site, slug, api } = useSite();
  const { siteData } = shopTexts;
  const { act, isBusy } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const isDone = await act(() => api.sites.deleteSite({ confirm: slug, revision: site.revision }));
    // A page of its own: whatever this one knows is of a site that is gone.
    if (isDone) location.assign(`${studioPath}/?all`);
  };
  return (
    <Card title={siteData.delete}>
      <div className="stack">
        <p>{siteData.deleteText}</p>
        <div className="row">
          <Button variant="danger" onPress={() => setAsking(true)}>
            {siteData.deleteNow}
          </Button>
        </div>
      </div>
      <Confirm
        title={siteData.deleteOf(site.name)}
        label={siteData.deleteNow}
        typed={slug}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>{siteData.deleteEffects(slug)}</p>
      </Confirm>
    </Card>
  );
}
