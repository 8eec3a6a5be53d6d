import { AppError } from '#contract/app-error.ts'
import type { Writer } from '#server/infra/database/database.ts'
import type { TableRows } from '#server/infra/database/insert-rows.ts'
import { requiredLevel } from './level.ts'
import { CEILING_MS, MAX_CHECKOUTS, MAX_DECLINES, WINDOW_MS } from './limits.ts'
import type { VerifiedProof } from './proof-of-work.ts'
import { readPast, type Past, type TallyCheckouts } from './past.ts'
import { spendProof, type Tally } from './store.ts'

/** A request of a donor to begin a checkout. */
export interface Applicant {
  checkoutId: string
  userId: string
  /** The key of the client's address, see `addressName`; null if it is unknown. */
  addressKey: string | null
  proof: VerifiedProof | null
  /** Unix ms. */
  at: number
}

export type Admission =
  | { is: 'admitted' }
  | { is: 'proof-needed'; level: number }
  | { is: 'refused'; retryAt: number }

export interface Admissions {
  /** The admission of each applicant. */
  admissions: Admission[]
  /** The origins of the admitted checkouts, to insert with them. */
  origins: TableRows
}

const NONE: Tally = { recent: 0, total: 0, oldest: 0 }

/**
 * Decides who may begin a checkout, within the transaction that then stores it. The accounts must be
 * locked, so that the counts are exact on all nodes: see `lockAccounts`.
 */
export async function admit(
  writer: Writer,
  applicants: readonly Applicant[],
  tallyCheckouts: TallyCheckouts,
): Promise<Admissions> {
  const now = Math.max(...applicants.map(({ at }) => at))
  const userIds = [...new Set(applicants.map(({ userId }) => userId))]
  const span = { since: now - CEILING_MS, recently: now - WINDOW_MS }
  const query = { userIds, addressKeys: addressesOf(applicants), span }
  const past = await readPast(writer, query, tallyCheckouts)
  const isAlarmOn = past.alarmUntil > now
  const admissions: Admission[] = []
  for (const applicant of applicants) {
    admissions.push(await decide(writer, applicant, { ...past, isAlarmOn }))
  }
  const rows = originsOf(applicants, admissions)
  return { admissions, origins: { table: 'checkout_origins', rows } }
}

async function decide(
  writer: Writer,
  applicant: Applicant,
  past: Past & { isAlarmOn: boolean },
): Promise<Admission> {
  const { userId, addressKey, proof, at } = applicant
  const checkouts = past.checkouts.get(userId) ?? NONE
  const declines = past.declines.get(userId) ?? NONE
  if (checkouts.total >= MAX_CHECKOUTS) return refuseUntil(checkouts)
  if (declines.total >= MAX_DECLINES) return refuseUntil(declines)
  const level = requiredLevel({
    checkouts: checkouts.recent,
    declines: declines.recent,
    declinesOfAddress: past.ofAddresses.get(addressKey) ?? 0,
    isAlarmOn: past.isAlarmOn,
  })
  const isProved = level === 0 || (await isProofOf(writer, level, proof))
  if (!isProved) return { is: 'proof-needed', level }
  // The next checkout of the same group counts this one.
  const { recent, total, oldest } = checkouts
  const next = { recent: recent + 1, total: total + 1, oldest: total === 0 ? at : oldest }
  past.checkouts.set(userId, next)
  return { is: 'admitted' }
}

async function isProofOf(
  writer: Writer,
  level: number,
  proof: VerifiedProof | null,
): Promise<boolean> {
  return proof !== null && proof.level >= level && spendProof(writer, proof)
}

function refuseUntil({ oldest }: Tally): Admission {
  return { is: 'refused', retryAt: oldest + CEILING_MS }
}

function addressesOf(applicants: readonly Applicant[]): string[] {
  const keys = applicants.flatMap(({ addressKey }) => (addressKey === null ? [] : [addressKey]))
  return [...new Set(keys)]
}

function originsOf(applicants: readonly Applicant[], admissions: readonly Admission[]) {
  return applicants.flatMap(({ checkoutId, addressKey, at }, index) =>
    addressKey === null || admissions[index]?.is !== 'admitted'
      ? []
      : [{ checkout_id: checkoutId, address_key: addressKey, created_at: at }],
  )
}

/**
 * The error of a checkout that may begin once its request contains a proof of work of this level.
 */
export class ProofNeededError extends AppError {
  readonly level: number

  constructor(level: number) {
    super(
      'resource-exhausted',
      'Please try again: your browser first has to prove that a person is paying.',
    )
    this.level = level
  }
}

/** Fails unless the checkout was admitted. */
export function requireAdmitted(admission: Admission, now: number): void {
  if (admission.is === 'proof-needed') throw new ProofNeededError(admission.level)
  if (admission.is === 'admitted') return
  const retryAfterS = Math.max(1, Math.ceil((admission.retryAt - now) / 1000))
  throw new AppError(
    'resource-exhausted',
    `Too many payments were begun or declined here. Please wait ${inWords(retryAfterS)} and try again.`,
    { retryAfterS },
  )
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
