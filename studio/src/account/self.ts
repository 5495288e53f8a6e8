import { api, queries } from "../app/api.ts";

/** The beginning of the keys of all queries about the person. */
const selfKey = ["self"] as const;

export const refreshSession = () => queries.invalidateQueries({ queryKey: ["session"] });
export const refreshSelf = (name: "sessions" | "passkeys" | "tokens") => queries.invalidateQueries({ queryKey: [...selfKey, name] });

export const sessionsQuery = {
  queryKey: [...selfKey, "sessions"],
  queryFn: async () => (await api.self.listOwnSessions({ pageSize: 100 })).data,
};
export const passkeysQuery = {
  queryKey: [...selfKey, "passkeys"],
  queryFn: async () => (await api.self.listPasskeys({ pageSize: 100 })).data,
};
export const tokensQuery = {
  queryKey: [...selfKey, "tokens"],
  queryFn: async () => (await api.self.listOwnTokens({ pageSize: 100 })).data,
};
