import type { RankQuote } from '#contract/leaderboard.ts'
import {
  comparePlaces,
  onPlacesVersion,
  readOwnPlaces,
  type OwnPlaces,
} from '#client/lib/own-places.ts'
import { wantVersion } from '#client/lib/wanted-version.ts'

/** The time for which a quote waits until the page has the board of its version, ms. */
const PATIENCE_MS = 500

/** A quote with the donor's own places at its version of the board. */
export interface PairedQuote {
  state: 'ready'
  rank: RankQuote
  /** `best` is null if the donor has no place, or if theirs at that version is not known. */
  own: OwnPlaces
  /** The places that the page showed when the quote came, of whatever version. */
  shown: OwnPlaces
  /** True if the page showed a place without knowing of which version that is. */
  awaitsVersion: boolean
}

/**
 * Returns a quote with the places of its version. The stream may bring that version a moment later;
 * a place of another one is not told, as the quote says nothing of it.
 */
export async function pairQuote(rank: RankQuote, signal: AbortSignal): Promise<PairedQuote> {
  if (comparePlaces(rank.version) === 'later') {
    const hasVersion = waitForVersion(rank.version, signal)
    wantVersion()
    await hasVersion
  }
  const shown = readOwnPlaces()
  const places = comparePlaces(rank.version)
  const own = places === 'same' ? shown : toKnownByQuote(rank, shown)
  const awaitsVersion = places === 'unknown' && shown.best !== null
  return { state: 'ready', rank, own, shown, awaitsVersion }
}

/** Returns whether a quote no longer fits the places that the page shows beside it. */
export function contradicts({ rank, own, shown }: PairedQuote, now: OwnPlaces): boolean {
  if (own === shown) return !isSamePlace(own, now)
  if ((shown.best === null) !== (now.best === null)) return true
  if (now.sums === undefined || now.best === null) return false
  // An amount that adds to a sum lands no lower than that stands, and in its place only as its own row.
  return own.best === null
    ? rank.position >= now.best.position
    : rank.position !== now.best.position
}

function isSamePlace(one: OwnPlaces, other: OwnPlaces): boolean {
  return toFacts(one) === toFacts(other)
}

function toFacts({ best, sums }: OwnPlaces): string {
  return JSON.stringify([best?.position, best?.amountCents, sums?.next])
}

/** Returns the places as far as the quote itself tells them: a sum that it would pass is there. */
function toKnownByQuote({ position, passing, next }: RankQuote, own: OwnPlaces): OwnPlaces {
  const { sums } = own
  if (sums === undefined || passing === null || !own.ids.has(passing.id)) {
    return { ...own, best: null }
  }
  const isNext = sums.next?.moreCents === next?.amountCents
  return {
    ...own,
    best: { position, amountCents: passing.amountCents },
    sums: { ...sums, next: isNext ? sums.next : null },
  }
}

/** Resolves once the page has a version of the board, or after some time. */
function waitForVersion(version: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = onPlacesVersion(() => {
      if (comparePlaces(version) !== 'later') finish()
    })
    const timer = setTimeout(finish, PATIENCE_MS)
    signal.addEventListener('abort', finish, { once: true })
  })
}
