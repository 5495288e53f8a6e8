/** Whether an error's code says that a disk, or a user's share of it, is full. */
export const isDiskFull = (code: unknown): boolean => code === "ENOSPC" || code === "EDQUOT";
