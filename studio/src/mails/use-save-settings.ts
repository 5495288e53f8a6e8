import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type UpdateSiteInput } from "@vitrine/client/admin";
import { useSite } from "../app/site.tsx";

/** Changes settings of the site that stand in no other form, and reads again what shows mails. */
export function useSaveSettings() {
  const { api, key } = useSite();
  const queries = useQueryClient();
  return async (revision: number, settings: NonNullable<UpdateSiteInput["settings"]>) => {
    try {
      const saved = await api.sites.updateSite({ revision, settings });
      queries.setQueryData([...key, "settings"], saved);
      void queries.invalidateQueries({ queryKey: [...key, "mails"] });
      return saved;
    } catch (error) {
      if (isAdminError(error, "revision_conflict")) await queries.invalidateQueries({ queryKey: [...key, "settings"] });
      throw error;
    }
  };
}
