import { webhookListen } from "./cli/webhook-listen.ts";
import { webhookTrigger } from "./cli/webhook-trigger.ts";

export const webhooksCommands = [webhookListen, webhookTrigger];
