import { removeOldAudit } from "./tasks/remove-old-audit.ts";

export const auditJobs = [removeOldAudit];
