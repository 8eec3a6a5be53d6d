const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Writes a length of time in its two largest units: '2 d 4 h', '4 h 12 min', '12 min', '45 s'. */
export function formatDuration(ms: number): string {
  if (ms >= DAY) return join(ms, [DAY, 'd'], [HOUR, 'h'])
  if (ms >= HOUR) return join(ms, [HOUR, 'h'], [MINUTE, 'min'])
  if (ms >= MINUTE) return `${Math.floor(ms / MINUTE)} min`
  return `${Math.max(0, Math.floor(ms / SECOND))} s`
}

function join(ms: number, ...[large, small]: [ms: number, unit: string][]): string {
  const [largeMs, largeUnit] = large ?? [1, '']
  const [smallMs, smallUnit] = small ?? [1, '']
  const rest = Math.floor((ms % largeMs) / smallMs)
  const whole = `${Math.floor(ms / largeMs)} ${largeUnit}`
  return rest === 0 ? whole : `${whole} ${rest} ${smallUnit}`
}
