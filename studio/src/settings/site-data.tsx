import { Download, FileUp } from "lucide-react";
import { useState } from "react";
import { serverAddress } from "../app/api.ts";
import { NotHere } from "../app/not-here.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { download } from "../parts/save-file.ts";
import { DeleteSite } from "./delete-site.tsx";
import { ImportSite } from "./import-site.tsx";
import { SettingsPage } from "./settings-page.tsx";

/** The whole site as a file, out and in, and its end. */
export function SiteData() {
  const { may, slug } = useSite();
  const { siteData } = shopTexts;
  const [isImporting, setImporting] = useState(false);
  if (!may("bundle:read")) return <NotHere />;
  const address = serverAddress(`api/admin/v1/sites/${slug}/bundle`);
  return (
    <SettingsPage title={siteData.title} text={siteData.text}>
      <Card title={siteData.export}>
        <div className="stack">
          <p>{siteData.exportText}</p>
          <div className="row">
            <Button onPress={() => download(address, `${slug}.json`)}>
              <Download className="icon" aria-hidden />
              {siteData.exportNow}
            </Button>
          </div>
        </div>
      </Card>
      {may("bundle:write") && (
        <Card title={siteData.import}>
          <div className="stack">
            <p>{siteData.importText}</p>
            <div className="row">
              <Button onPress={() => setImporting(true)}>
                <FileUp className="icon" aria-hidden />
                {siteData.chooseFile}
              </Button>
            </div>
          </div>
        </Card>
      )}
      {may("site:delete") && <DeleteSite />}
      {isImporting && <ImportSite onClose={() => setImporting(false)} />}
    </SettingsPage>
  );
}
