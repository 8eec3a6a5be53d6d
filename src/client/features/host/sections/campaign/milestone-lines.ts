import type { Milestone } from '#contract/campaign/goal.ts'
import { formatDecimal } from '#contract/money.ts'

/** A milestone as it is typed: the amount as a text, in dollars. */
export interface MilestoneTexts {
  amount: string
  name: string
  description: string
}

/** Divides the texts of a milestone; nobody can type it into their fields. */
const BETWEEN = '\t'

/** Returns milestones as one value of the form: a line each. */
export function formatMilestones(milestones: readonly Milestone[]): string {
  return joinMilestones(
    milestones.map(({ amountCents, name, description }) => ({
      amount: formatDecimal(amountCents),
      name,
      description,
    })),
  )
}

export function joinMilestones(milestones: readonly MilestoneTexts[]): string {
  return milestones
    .map(({ amount, name, description }) => [amount, name, description].join(BETWEEN))
    .join('\n')
}

/** Returns the milestones of a value of the form, also unfinished ones. */
export function parseMilestones(value: string): MilestoneTexts[] {
  if (value === '') return []
  return value.split('\n').map((line) => {
    const [amount = '', name = '', description = ''] = line.split(BETWEEN)
    return { amount, name, description }
  })
}
