import { listAudit } from "./admin/list-audit.ts";

export const auditOperations = [listAudit];
