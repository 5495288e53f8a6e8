import { Type } from "typebox";
import { operation } from "../../../lib/http/operation.ts";

const Health = Type.Object({ status: Type.Literal("ok") }, { additionalProperties: false });

/** The process is alive and responds. Says nothing about its database. */
export const getHealth = operation(
  {
    id: "getHealth",
    method: "GET",
    path: "/healthz",
    access: "none",
    cors: "closed",
    exact: true,
    problems: [],
    tags: ["Operating"],
    summary: "Whether the process lives",
    response: { 200: Health },
  },
  () => async () => ({ status: "ok" as const }),
);
