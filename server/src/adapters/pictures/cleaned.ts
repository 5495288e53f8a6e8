/** A picture's file without what does not belong into it: the pieces to keep, in their order. Pixels and colour profile are as they were. */
export interface Cleaned {
  pieces: readonly Buffer[];
  /** Pictures that follow each other in time: 1 unless it is animated. */
  frames: number;
}
