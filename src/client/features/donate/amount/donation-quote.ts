import type { TeamChoice } from '#contract/donor-teams/choice.ts'
import type { TextChoice } from '#contract/texts.ts'

/** The amount that the donor is about to pay, and the place that the page has quoted for it. */
export interface DonationQuote {
  amountCents: number
  /** The place that the page shows for the amount; null if it shows none. */
  quotedPosition: number | null
  /** The texts that the donor wants to have shown with it, and the team to give for. */
  texts?: TextChoice & TeamChoice
  /** The option that it votes for. */
  optionId?: string | undefined
}
