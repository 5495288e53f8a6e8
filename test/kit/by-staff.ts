/** By whom tests change orders and people, where a command or an operation would say so. */
export const byStaff = { actor: { kind: "CLI" }, action: "a test" } as const;
