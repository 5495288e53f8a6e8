import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createOwnToken } from "./create-own-token.ts";

export const createOwnTokenProof = adminProof(createOwnToken, ({ server, unique }) => ({
  body: { name: unique, role: "VIEWER", expiresAt: new Date(server.deps.clock.now().getTime() + 60_000).toISOString() },
}));
