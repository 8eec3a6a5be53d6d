import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { SeededRandom } from './seeded-random.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** The requests that a provider refuses a key: one kind of object, or everything. */
export type Refused = 'disputes' | 'refunds' | 'events' | 'everything'

export interface DeniedKey {
  kind: 'denied key'
  provider: ProviderName
  refused: Refused
  afterMs: number
  forMs: number
  /**
   * True if the key stays refused after all other faults have ended, so that the host must be told.
   */
  outlasts: boolean
}

export interface WrongClock {
  kind: 'wrong clock'
  /**
   * The lead of our server's clock over the world's: at the beginning, and from `changesAfterMs`
   * on.
   */
  atFirstMs: number
  laterMs: number
  changesAfterMs: number
}

export interface OlderCopy {
  kind: 'older copy'
  copiedAfterMs: number
  /** The time from making the copy to restoring it. */
  restoredAfterMs: number
  /** True if the host imports the lost payments in the end. */
  isImported: boolean
}

export interface OtherKeys {
  kind: 'other keys'
  providers: readonly ProviderName[]
  afterMs: number
  /** The time after which our own keys are set again; undefined if they never are. */
  backAfterMs: number | undefined
}

export interface SharedAccount {
  kind: 'shared account'
  /** The number of actions of other software. The trace prints this name. */
  deeds: number
}

/**
 * Something that happens to the host's server or accounts in a run, in addition to its fault
 * profile.
 */
export type Incident =
  | { kind: 'none' }
  | DeniedKey
  | WrongClock
  | OlderCopy
  | OtherKeys
  | SharedAccount

/** The incidents of two runs in five; the other runs have none. */
const KINDS: ((random: SeededRandom) => Incident)[] = [
  drawDeniedKey,
  drawWrongClock,
  drawOlderCopy,
  drawOtherKeys,
  drawSharedAccount,
]
const SHARE_OF_EACH = 0.08

export function drawIncident(random: SeededRandom): Incident {
  const draw = KINDS[Math.floor(random.next() / SHARE_OF_EACH)]
  return draw === undefined ? { kind: 'none' } : draw(random)
}

function drawDeniedKey(random: SeededRandom): DeniedKey {
  return {
    kind: 'denied key',
    provider: random.pick(PROVIDERS),
    refused: random.pick(['disputes', 'refunds', 'events', 'everything']),
    afterMs: random.between(0, 200) * SECOND_MS,
    forMs: random.between(1, 40) * MINUTE_MS,
    outlasts: random.chance(0.4),
  }
}

const WRONG_BY_MINUTES = [-60, -31, -6, 0, 6, 31, 60] as const

function drawWrongClock(random: SeededRandom): WrongClock {
  const atFirstMs = random.pick(WRONG_BY_MINUTES) * MINUTE_MS
  return {
    kind: 'wrong clock',
    atFirstMs,
    laterMs: random.chance(0.4) ? atFirstMs : random.pick(WRONG_BY_MINUTES) * MINUTE_MS,
    changesAfterMs: random.between(1, 300) * SECOND_MS,
  }
}

function drawOlderCopy(random: SeededRandom): OlderCopy {
  return {
    kind: 'older copy',
    copiedAfterMs: random.between(0, 120) * SECOND_MS,
    restoredAfterMs: random.between(5, 3_600) * SECOND_MS,
    isImported: random.chance(0.5),
  }
}

function drawOtherKeys(random: SeededRandom): OtherKeys {
  return {
    kind: 'other keys',
    providers: random.pick<readonly ProviderName[]>([['stripe'], ['paypal'], PROVIDERS]),
    afterMs: random.between(1, 300) * SECOND_MS,
    backAfterMs: random.chance(0.6) ? random.between(1, 40) * MINUTE_MS : undefined,
  }
}

function drawSharedAccount(random: SeededRandom): SharedAccount {
  return { kind: 'shared account', deeds: random.between(1, 8) }
}

/** Returns whether an older copy was restored and the host imports the lost payments. */
export function isImported(incident: Incident): boolean {
  return incident.kind === 'older copy' && incident.isImported
}
