import type { Choice } from '#contract/choices.ts'
import type { HostChoice } from '#contract/host/choices.ts'
import { formatMoment } from '#client/lib/moments.ts'

/** The texts in the form of a choice. */
export interface ChoiceTexts {
  question: string
  /** The options, a line each. */
  options: string
  opensAt: string
  /** An instant; empty while there is none. */
  closesAt: string
}

/** Returns the options of lines; empty lines are none. */
export function readOptions(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Returns the choice that the page would show, as if it were open; undefined before it has words. */
export function previewChoice({ question, options, closesAt }: ChoiceTexts): Choice | undefined {
  const labels = readOptions(options)
  if (question.trim() === '' || labels.length === 0) return undefined
  return {
    id: 'draft',
    question,
    options: labels.map((label, index) => ({ id: `draft-${index}`, label })),
    opensAt: new Date(0).toISOString(),
    closesAt:
      Date.parse(closesAt) > Date.now() ? closesAt : new Date(Date.now() + 3_600_000).toISOString(),
    closedEarly: false,
  }
}

const MINUTE_MS = 60_000

/** Says why question and options of a choice stay, and if that may end, when at the latest. */
export function describeFixed({ payable }: Pick<HostChoice, 'payable'>, timeZone: string): string {
  if (payable === undefined) return 'Somebody has voted'
  const { until } = payable
  if (until === null) return 'Somebody is paying for a vote'
  // Up to the next minute: before it, nothing can be promised.
  const end = Math.ceil(Date.parse(until) / MINUTE_MS) * MINUTE_MS
  return `Somebody is paying for a vote, until ${formatMoment(end, undefined, timeZone)} at the latest`
}
