import { cacheExplain } from "./cli/cache-explain.ts";
import { doctor } from "./cli/doctor.ts";
import { secretsRotate } from "./cli/secrets-rotate.ts";

export const operatingCommands = [doctor, cacheExplain, secretsRotate];
