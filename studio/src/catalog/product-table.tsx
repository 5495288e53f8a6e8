import { Download, Table2, Upload } from "lucide-react";
import { useState } from "react";
import { serverAddress } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { download } from "../parts/save-file.ts";
import { ImportProducts } from "./import-products.tsx";

/** The products as a table of a spreadsheet: out, and in again. */
export function ProductTable() {
  const { slug, may } = useSite();
  const { products } = shopTexts;
  const [isImporting, setImporting] = useState(false);
  const exportAll = () => download(serverAddress(`/api/admin/v1/sites/${slug}/products.csv`), "products.csv");
  const icon = { className: "icon", "aria-hidden": true };
  return (
    <>
      <Menu
        label={products.table}
        trigger={
          <Button>
            <Table2 {...icon} />
            {products.table}
          </Button>
        }
        groups={[
          [
            { id: "export", label: products.exportAll, icon: <Download {...icon} />, onAction: exportAll },
            ...(may("catalog:write")
              ? [{ id: "import", label: products.importTable, icon: <Upload {...icon} />, onAction: () => setImporting(true) }]
              : []),
          ],
        ]}
      />
      {isImporting && <ImportProducts onClose={() => setImporting(false)} />}
    </>
  );
}
