import { doctor } from "./cli/doctor.ts";
import { secretsRotate } from "./cli/secrets-rotate.ts";

export const operatingCommands = [doctor, secretsRotate];
