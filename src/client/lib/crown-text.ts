import type { CrownKind } from '#contract/crown-rules.ts'
import type { Crown } from '#contract/crowns.ts'
import { formatAmount } from '#contract/money.ts'
import { formatDuration } from './durations.ts'
import { formatCount } from './format.ts'

/** Says what a crown was won with: a length of time, places or an amount. */
export function describeValue(kind: CrownKind, value: number): string {
  if (kind === 'longest-reign') return describeLength(value)
  if (kind === 'leap') return value === 1 ? '1 place' : `${formatCount(value)} places`
  return formatAmount(value)
}

/** Says how long a reign was; its seconds would be out of date at once. */
function describeLength(ms: number): string {
  return ms < 60_000 ? 'under 1 min' : formatDuration(ms)
}

/** Says what the holder of a crown has at a time, Unix ms, of a response that was made at `now`. */
export function describeHeld(
  { kind, value, isGrowing }: Pick<Crown, 'kind' | 'value' | 'isGrowing'>,
  sinceMs = 0,
): string {
  const grown = isGrowing ? value + sinceMs : value
  return kind === 'reigning' ? `for ${describeLength(grown)}` : describeValue(kind, grown)
}
