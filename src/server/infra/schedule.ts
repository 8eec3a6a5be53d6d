/** Calls `work` once after `delayMs`; returns a function that cancels it. */
export type Schedule = (work: () => void, delayMs: number) => () => void

/** Schedules by the process's own timers, which do not keep it alive. */
export const scheduleByTimer: Schedule = (work, delayMs) => {
  const timer = setTimeout(work, delayMs).unref()
  return () => clearTimeout(timer)
}
