import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OwnDonation } from '#contract/checkouts.ts'
import { isNamed } from '#contract/stand-in-names.ts'
import type { Arrival, BoardView } from '../live/leaderboard-view.ts'

const CHANNEL = 'own-donations'

/** The shortest time between two questions that newcomers of the board cause, ms. */
const PAUSE_MS = 10_000

/**
 * The time, ms, within which a newcomer is asked about, at a random moment, as all who are signed in
 * see it: one with the viewer's name, one that may be anybody's, and one with another name, which
 * the viewer may have chosen elsewhere, or of which the board tells nothing but the sum.
 */
const WITHIN_MS = { own: 1_000, anybody: 10_000, other: 60_000 }

export interface NewsOptions {
  donorId: string | undefined
  ownLatestDonationId: string | null
  /** The donations that are known to be the viewer's own. */
  own: readonly OwnDonation[]
  board: BoardView | null
}

/**
 * Calls `onNews` when the viewer may have donated elsewhere: soon after another tab of this browser
 * has told so, and after the board has got a row that could be theirs, from another device.
 */
export function useOwnDonationNews(options: NewsOptions, onNews: () => void): void {
  useOtherTabs(options, onNews)
  useNewcomers(options, onNews)
}

/** Tells the other tabs of a donation of this one, and hears of theirs. */
function useOtherTabs({ donorId, ownLatestDonationId }: NewsOptions, onNews: () => void): void {
  const hear = useEffectEvent(onNews)

  useEffect(() => {
    if (donorId === undefined) return
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', () => hear())
    if (ownLatestDonationId !== null) channel.postMessage(null)
    return () => channel.close()
  }, [donorId, ownLatestDonationId])
}

function useNewcomers({ donorId, own, board }: NewsOptions, onNews: () => void): void {
  const [timer] = useState(() => new NewcomerTimer())
  const ask = useEffectEvent(onNews)
  const arrivals = board?.arrivals
  const totalCents = board?.total.amountCents
  const knownCents = useRef(totalCents)
  const notify = useEffectEvent((newcomers: readonly Arrival[], isMore: boolean) => {
    if (donorId === undefined || document.hidden) return
    const others = newcomers.filter(({ id }) => !own.some((one) => one.id === id))
    if (others.length > 0) timer.askWithin(findPatienceMs(others, own), () => ask())
    // The sum alone tells of donations that came while the stream was away or the rows were paused.
    else if (isMore && newcomers.length === 0) timer.askWithin(WITHIN_MS.other, () => ask())
  })

  useEffect(() => {
    if (arrivals === undefined || totalCents === undefined) return
    const isMore = totalCents > (knownCents.current ?? Infinity)
    knownCents.current = totalCents
    notify(arrivals, isMore)
  }, [arrivals, totalCents])
  useEffect(() => () => timer.stop(), [timer])
}

function findPatienceMs(newcomers: readonly Arrival[], own: readonly OwnDonation[]): number {
  const texts = own.flatMap(({ name, texts }) => [name, texts?.displayName])
  const names = new Set(texts.filter((name) => typeof name === 'string' && isNamed(name)))
  if (newcomers.some(({ name }) => names.has(name))) return WITHIN_MS.own
  const isAnybodys = names.size === 0 || newcomers.some(({ name }) => !isNamed(name))
  return isAnybodys ? WITHIN_MS.anybody : WITHIN_MS.other
}

/** Asks at a random moment, so that those who see the same newcomer do not ask at once. */
class NewcomerTimer {
  #timer: ReturnType<typeof setTimeout> | undefined
  #askedAt = -Infinity
  #patienceMs = Infinity

  /** Asks within this time, but not soon after the last question, and once for all newcomers. */
  askWithin(patienceMs: number, ask: () => void): void {
    // A moment that is drawn holds: many newcomers would draw an early one.
    if (this.#patienceMs <= patienceMs) return
    this.stop()
    this.#patienceMs = patienceMs
    const restMs = this.#askedAt + Math.max(PAUSE_MS, patienceMs) - performance.now()
    this.#timer = setTimeout(
      () => {
        this.stop()
        this.#askedAt = performance.now()
        ask()
      },
      Math.max(Math.random() * patienceMs, restMs),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#patienceMs = Infinity
  }
}
