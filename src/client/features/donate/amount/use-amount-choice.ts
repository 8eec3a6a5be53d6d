import { useState, type RefObject } from 'react'
import type { PublicConfig } from '#contract/config.ts'
import { formatDecimal } from '#contract/money.ts'
import { bringIntoView } from '#client/lib/bring-into-view.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'
import { useLadder } from '../ladder/use-ladder.ts'
import { readAmount } from './amount.ts'
import { NOTHING_TAKEN, type Taken } from '../tracking/payments-view.ts'
import { useDraft } from '../use-draft.ts'
import type { DonationQuote } from './donation-quote.ts'
import { useRankQuote, type RankQuoteState } from './use-rank-quote.ts'

export interface AmountChoiceOptions {
  limits: PublicConfig['limits']
  /** The most that the donor may give now, in cents; the ladder offers no more. */
  mostCents?: number | undefined
  /** The amount that the field has at first, in place of the default. */
  suggestedCents?: number | undefined
  /** True while a payment of the donor's own is being confirmed. */
  isConfirming: boolean
  /** The payments taken so far; after each its amount is no longer chosen. */
  taken?: Taken
  panel: RefObject<HTMLElement | null>
  field: RefObject<HTMLInputElement | null>
}

/** Holds the amount that the donor chooses, and its rank quote. */
export function useAmountChoice(options: AmountChoiceOptions) {
  const { limits, mostCents, isConfirming, panel, field } = options
  const { text, isChosen, setText, setPaying } = useAmountText(options)
  // Anew at each rendering: the host may change the limits meanwhile.
  const amount = readAmount(text, limits)
  /** False until the donor has left the field or pressed pay. */
  const [showsProblem, setShowsProblem] = useState(false)
  const own = useOwnPlaces()
  const lastPayable = useLastPayable(amount.amountCents, limits)
  // Among teams alone, whoever is in none has no place that could be quoted.
  const quoted = own.isTeamless ? undefined : lastPayable
  const rankQuote = useRankQuote(quoted, isConfirming, { own, isChosen })
  const quote = amount.amountCents === undefined ? NO_QUOTE : rankQuote.quote
  const chosen = rankQuote.lastRankQuote
  const ladder = useLadder({ limits, mostCents, isConfirming, chosen, own, isChosen })

  /** Returns the amount with its quote; undefined for an invalid one, whose problem it shows. */
  function validateAmount(): DonationQuote | undefined {
    if (amount.problem !== undefined) {
      setShowsProblem(true)
      field.current?.focus()
      return undefined
    }
    setPaying()
    // The board of all donations says where it lands, and has no places of sums or spans.
    const isComparable =
      quote.state === 'ready' && own.sums === undefined && own.board === undefined
    const quotedPosition = isComparable ? quote.rank.position : null
    return { amountCents: amount.amountCents, quotedPosition }
  }

  /** Focuses the field, and scrolls to the panel, or to the field if the panel does not fit. */
  function focusField(): void {
    const hasRoom = (panel.current?.offsetHeight ?? 0) <= window.innerHeight
    bringIntoView(hasRoom ? panel.current : field.current)
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }

  return {
    text: amount.text,
    amountCents: amount.amountCents,
    quote,
    ladder,
    shownProblem: amount.isFinal === true || showsProblem ? amount.problem : undefined,
    focusField,
    setText,
    choose: (amountCents: number) => setText(formatDecimal(amountCents)),
    showProblem: () => setShowsProblem(true),
    validateAmount,
  }
}

export type AmountChoice = ReturnType<typeof useAmountChoice>

const NO_QUOTE: RankQuoteState = { state: 'loading' }

/** Returns the last amount that could be paid: the ladder stands on it while another is typed. */
function useLastPayable(amountCents: number | undefined, limits: PublicConfig['limits']): number {
  const [last, setLast] = useState(limits.defaultCents)
  if (amountCents !== undefined && amountCents !== last) setLast(amountCents)
  return amountCents ?? last
}

/**
 * Holds the field's text. After a payment of that amount it is the default amount, so that nobody
 * pays the same twice by accident; another amount, which the donor has typed since, stays.
 */
function useAmountText({ limits, suggestedCents, taken = NOTHING_TAKEN }: AmountChoiceOptions) {
  // A default that the host changes moves no amount that somebody is about to pay.
  const [defaultCents, setDefaultCents] = useState(limits.defaultCents)
  const [chosen, setChosen] = useDraft('amount', undefined)
  const firstCents = taken.count === 0 ? suggestedCents : undefined
  const text = chosen ?? formatDecimal(firstCents ?? defaultCents)
  const [isTyped, setTyped] = useDraft('isAmountTyped', false)
  const [seenCount, setSeenCount] = useDraft('seenCount', taken.count)
  if (taken.count !== seenCount) {
    setSeenCount(taken.count)
    const isSame =
      taken.amountCents === undefined
        ? !isTyped
        : taken.amountCents === readAmount(text, limits).amountCents
    if (isSame) {
      setDefaultCents(limits.defaultCents)
      setChosen(undefined)
    }
  }
  return {
    text,
    isChosen: chosen !== undefined,
    setText: (typed: string) => {
      setChosen(typed)
      setTyped(true)
    },
    /** Records that the text is being paid. */
    setPaying: () => {
      setChosen(text)
      setTyped(false)
    },
  }
}
