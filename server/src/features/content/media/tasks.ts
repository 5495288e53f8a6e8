import { renderCommonWidths } from "./tasks/render-common-widths.ts";
import { sweepMedia } from "./tasks/sweep-media.ts";

export const mediaTasks = [renderCommonWidths];
export const mediaJobs = [sweepMedia];
