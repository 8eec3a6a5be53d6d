import { useEffect, useState } from 'react'
import type { PublicConfig } from '#contract/config.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount, keepPlaces } from '#client/lib/format.ts'
import { useChosenTeam, useOwnPlaces } from '#client/lib/own-places.ts'
import { describeTeamless } from '../teamless-words.ts'
import styles from './rank-quote.module.css'
import { describeRank, toText } from './rank-sentence.ts'
import type { RankQuoteState } from './use-rank-quote.ts'

/** The delay of the announcement, ms, so that it does not interrupt somebody who types on. */
const ANNOUNCE_DELAY_MS = 700

/** The time for which another place of the same amount must hold to be announced, ms. */
const SETTLED_MS = 5_000

export interface RankQuoteLineProps {
  /** The id of the sentence, for `aria-describedby` of the field. */
  id: string
  /** Undefined while there is no valid amount. */
  amountCents: number | undefined
  limits: PublicConfig['limits']
  /** The problem with the amount, once it is to be shown. */
  problem: string | undefined
  quote: RankQuoteState
}

/** Shows the place of the amount, or why it cannot be paid; its space is always reserved. */
export function RankQuoteLine({ id, amountCents, limits, problem, quote }: RankQuoteLineProps) {
  const announcement = useAnnouncement(amountCents, quote)
  const { isTeamless } = useOwnPlaces()
  const team = useChosenTeam()
  const position = quote.state === 'ready' ? quote.rank.position : undefined
  const teamless = isTeamless && amountCents !== undefined ? describeTeamless(team) : undefined
  return (
    <div className={styles.quote} data-position={position} data-problem={problem !== undefined}>
      <p id={id}>
        {problem ??
          teamless ??
          (amountCents === undefined ? describeLimits(limits) : <QuotedPlace quote={quote} />)}
      </p>
      <output className="visually-hidden">{problem ?? teamless ?? announcement}</output>
    </div>
  )
}

function describeLimits({ minCents, maxCents }: PublicConfig['limits']): string {
  return `Type an amount from ${formatAmount(minCents)} to ${formatAmount(maxCents)}.`
}

function QuotedPlace({ quote }: { quote: RankQuoteState }) {
  if (quote.state === 'loading') return 'This puts you at …'
  if (quote.state === 'failed') return 'Your place cannot be told right now.'
  const { opening, position, ending, name } = describeRank(quote.rank, quote.own)
  return (
    <>
      {keepPlaces(opening)}&nbsp;<strong>#{formatCount(position)}</strong>
      {keepPlaces(ending)}
      {name !== undefined && <bdi>{name}</bdi>}
    </>
  )
}

/**
 * Returns what is read aloud: soon after an amount was chosen, and again once another place has held
 * for a while. In between it is empty, so that nobody finds an old place there.
 */
function useAnnouncement(amountCents: number | undefined, quote: RankQuoteState): string {
  const [announced, setAnnounced] = useState({ amountCents, sentence: '' })
  const sentence = quote.state === 'ready' ? toText(describeRank(quote.rank, quote.own)) : undefined
  const isSameAmount = announced.amountCents === amountCents
  const isSaid = isSameAmount && announced.sentence === sentence
  const delayMs = isSameAmount ? SETTLED_MS : ANNOUNCE_DELAY_MS

  useEffect(() => {
    if (sentence === undefined || isSaid) return
    const timer = setTimeout(() => setAnnounced({ amountCents, sentence }), delayMs)
    return () => clearTimeout(timer)
  }, [amountCents, sentence, isSaid, delayMs])

  return isSaid ? announced.sentence : ''
}
