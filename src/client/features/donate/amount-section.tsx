import { useId, type RefObject } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import styles from './donate-panel.module.css'
import { AmountChips } from './amount/amount-chips.tsx'
import { AmountField } from './amount/amount-field.tsx'
import { RankQuoteLine } from './amount/rank-quote.tsx'
import { RankTargets } from './ladder/rank-targets.tsx'
import { DeferredMatchNote } from './choices/deferred-parts.tsx'
import { useRunningMatches } from './choices/use-running-matches.ts'
import type { AmountChoice } from './amount/use-amount-choice.ts'

export interface AmountSectionProps {
  field: RefObject<HTMLInputElement | null>
  choice: AmountChoice
  limits: Campaign['amounts']
  /** The most that the donor may give now, in cents; more is not offered. */
  mostCents?: number | undefined
}

/** Asks for the amount, typed or picked, and shows what it would do to the board. */
export function AmountSection({ field, choice, limits, mostCents }: AmountSectionProps) {
  const { amountCents, quote, shownProblem: problem, ladder, choose } = choice
  const quoteId = useId()
  const matchId = useId()
  const matches = useRunningMatches()
  return (
    <div className={styles.choice}>
      <AmountField
        ref={field}
        text={choice.text}
        limits={limits}
        isInvalid={problem !== undefined}
        describedBy={matches.length > 0 ? `${quoteId} ${matchId}` : quoteId}
        onTextChange={choice.setText}
        onBlur={choice.showProblem}
      >
        <RankQuoteLine id={quoteId} {...{ amountCents, limits, problem, quote }} />
      </AmountField>
      {matches.length > 0 && (
        <div id={matchId} className={styles.matched}>
          <DeferredMatchNote matches={matches} amountCents={amountCents} />
        </div>
      )}
      <AmountChips amounts={limits} {...{ mostCents, amountCents }} onChoose={choose} />
      <RankTargets ladder={ladder} isPayable={amountCents !== undefined} onChoose={choose} />
    </div>
  )
}
