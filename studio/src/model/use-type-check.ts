import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAdminError, type TypeCheck } from "@vitrine/client/admin";
import { useSite, type OpenSite } from "../app/site.tsx";
import { useSettled } from "../parts/use-settled.ts";
import type { Definition } from "./definition.ts";
import { checkType, type TypeName } from "./type-client.ts";
import type { TypeEditor } from "./use-type-editor.ts";

const settleMs = 400;

const checkQuery = (site: OpenSite, { family, type }: TypeName, definition: Definition) => ({
  queryKey: [...site.key, "documents", "check", family, type, JSON.stringify(definition)],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TypeCheck> => {
    try {
      return await checkType(site, { family, type }, definition, signal);
    } catch (error) {
      // A body that is not a definition at all is told like the errors of one.
      if (!isAdminError(error) || error.status !== 400 || !error.errors?.[0]) throw error;
      return {
        valid: false,
        problems: error.errors.map(({ path, code, message }) => ({ path, code, message })),
        affected: [],
        affectedTotal: 0,
      };
    }
  },
  // Each keystroke has one of its own.
  gcTime: 30_000,
});

/** Asks the server which contents the edited type would break, a moment after the last change. */
export function useTypeCheck({ family, type, definition, isEdited, isReadOnly }: TypeEditor) {
  const site = useSite();
  const settled = useSettled(definition, settleMs);
  const query = useQuery({
    ...checkQuery(site, { family, type }, settled),
    enabled: isEdited && !isReadOnly,
    placeholderData: (earlier) => earlier,
  });
  return {
    report: isEdited ? query.data : undefined,
    /** The report is about an earlier state. */
    isBehind: isEdited && (settled !== definition || query.isFetching),
    error: query.error,
  };
}

/** The report about a definition as it is now, for the moment before it is saved. */
export function useFreshCheck() {
  const site = useSite();
  const queries = useQueryClient();
  return ({ family, type, definition }: TypeEditor) => queries.query({ ...checkQuery(site, { family, type }, definition), staleTime: 0 });
}
