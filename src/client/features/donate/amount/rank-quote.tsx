import { useEffect, useState } from 'react'
import type { PublicConfig } from '#contract/config.ts'
import type { RankQuote } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import styles from './rank-quote.module.css'
import type { RankQuoteState } from './use-rank-quote.ts'

/** The delay of the announcement, ms, so that it does not interrupt somebody who types on. */
const ANNOUNCE_DELAY_MS = 700

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
  const position = quote.state === 'ready' ? quote.rank.position : undefined
  return (
    <div className={styles.quote} data-position={position} data-problem={problem !== undefined}>
      <p id={id}>
        {problem ??
          (amountCents === undefined ? describeLimits(limits) : <QuotedPlace quote={quote} />)}
      </p>
      <output className="visually-hidden">{problem ?? announcement}</output>
    </div>
  )
}

function describeLimits({ minCents, maxCents }: PublicConfig['limits']): string {
  return `Type an amount from ${formatAmount(minCents)} to ${formatAmount(maxCents)}.`
}

function QuotedPlace({ quote }: { quote: RankQuoteState }) {
  if (quote.state === 'loading') return 'This puts you at …'
  if (quote.state === 'failed') return 'Your place cannot be told right now.'
  const { rank } = quote
  const { opening, ending } = splitSentence(rank)
  return (
    <>
      {opening} <strong>#{formatCount(rank.position)}</strong>
      {ending}
      {rank.passing && <bdi>{rank.passing.name}</bdi>}
    </>
  )
}

/** Returns the sentence's parts before and after the position; the passed donor's name follows. */
function splitSentence({ position, passing }: RankQuote): { opening: string; ending: string } {
  if (passing === null && position === 1) {
    return { opening: 'This makes you', ending: ' — be the first sun' }
  }
  const opening = position === 1 ? 'This takes' : 'This puts you at'
  return { opening, ending: passing === null ? '' : ', passing ' }
}

function describeRank(rank: RankQuote): string {
  const { opening, ending } = splitSentence(rank)
  return `${opening} #${formatCount(rank.position)}${ending}${rank.passing?.name ?? ''}`
}

/** Returns what is read aloud: once for each amount, not whenever the board moves. */
function useAnnouncement(amountCents: number | undefined, quote: RankQuoteState): string {
  const [announced, setAnnounced] = useState({ amountCents, sentence: '' })
  const sentence = quote.state === 'ready' ? describeRank(quote.rank) : undefined
  const isNew = sentence !== undefined && announced.amountCents !== amountCents

  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => setAnnounced({ amountCents, sentence }), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isNew, amountCents, sentence])

  return announced.sentence
}
