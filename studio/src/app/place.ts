import { useNavigate, useParams, useSearch } from "@tanstack/react-router";

/** The router's words for a path of the studio with its query, such as `/sites/shop/pages?status=draft`; without a path, the present one. */
export function targetOf(path: string) {
  const [pathname = "", query = ""] = path.split("?");
  return { to: pathname || ".", search: Object.fromEntries(new URLSearchParams(query)) };
}

/** Goes to a path of the studio; `replace`: without a step to go back to. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return (path, { replace = false } = {}) => void navigate({ ...targetOf(path), replace });
}

/** The parts of the address that the route names: `usePlace().id`. */
export const usePlace = (): Readonly<Record<string, string | undefined>> => useParams({ strict: false });

/** What stands behind the `?` of the address, as texts. */
export function useAsked(): Readonly<Record<string, string | undefined>> {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, typeof value === "string" ? value : undefined]));
}

/** Changes what stands behind the `?`, without a step to go back to. An empty text or undefined takes a member away. */
export function useAsk(): (change: Readonly<Record<string, string | undefined>>) => void {
  const asked = useAsked();
  const go = useGo();
  return (change) => {
    const parameters = Object.entries({ ...asked, ...change }).filter((each): each is [string, string] => Boolean(each[1]));
    const query = new URLSearchParams(parameters);
    go(query.size === 0 ? "" : `?${query.toString()}`, { replace: true });
  };
}
