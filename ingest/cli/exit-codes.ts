/** Exit codes of the command line. */
export const exitCodes = { done: 0, failed: 1, rejects: 2, interrupted: 130 } as const;

/** The worst of several: failed, then rejects, then done. */
export function worstOf(codes: readonly number[]): number {
  if (codes.includes(exitCodes.failed)) return exitCodes.failed;
  return codes.includes(exitCodes.rejects) ? exitCodes.rejects : exitCodes.done;
}
