import { useQuery } from "@tanstack/react-query";
import { isAdminError, type Asset } from "@vitrine/client/admin";
import { useState } from "react";
import { describeProblem } from "../app/problems.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Loading } from "../parts/loading.tsx";
import { toast } from "../parts/toast.tsx";
import { AssetForm } from "./asset-form.tsx";
import { assetQuery } from "./asset-queries.ts";

/** Everything about a file, beside the library. */
export function AssetDetails({ id, onClose }: { id: string | undefined; onClose(): void }) {
  const site = useSite();
  const { data: asset, error } = useQuery({ ...assetQuery(site, id ?? ""), enabled: id !== undefined });
  const [isEdited, setEdited] = useState(false);
  const close = () => {
    // No word is lost by a click beside the dialog.
    if (isEdited) return toast(texts.media.edited);
    onClose();
  };
  return (
    <Dialog title={titleOf(asset) || texts.media.details} isOpen={id !== undefined} onClose={close} place="side">
      {error !== null && (!asset || isAdminError(error, "asset_not_found")) ? (
        <p>{describeProblem(error)}</p>
      ) : asset ? (
        <AssetForm key={asset.id} asset={asset} onEdited={setEdited} onGone={onClose} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

const titleOf = (asset: Asset | undefined) => asset?.title || asset?.name;
