/** Calls `work` once after `delayMs`, unless it is cancelled by what this answers. */
export type Schedule = (work: () => void, delayMs: number) => () => void

/** The process's own timers; none of them keeps it alive. */
export const scheduleByTimer: Schedule = (work, delayMs) => {
  const timer = setTimeout(work, delayMs).unref()
  return () => clearTimeout(timer)
}
