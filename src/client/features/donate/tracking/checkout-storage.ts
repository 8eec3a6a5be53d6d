import { readStorage, writeStorage } from '#client/lib/storage.ts'

/**
 * The steps of a checkout of this tab: sent to the hosted card page, opened in the wallet's window,
 * approved there, returned from the card page, or turned back from.
 */
const STEPS = ['card-page', 'wallet', 'approved', 'returned', 'turned-back'] as const

export type CheckoutStep = (typeof STEPS)[number]

const KEY = 'checkouts-under-way'

interface StoredCheckout {
  step: CheckoutStep
  /** The position that was quoted when the payment was begun; null if none was. */
  quotedPosition: number | null
}

/**
 * Returns the checkouts whose outcome this tab has not shown yet, by the provider's id or ours.
 * They survive a reload and the visit to the hosted page.
 */
export function readOpenCheckouts(): Map<string, CheckoutStep> {
  return new Map([...readStoredCheckouts()].map(([id, { step }]) => [id, step]))
}

/** Returns the position that was quoted for an open checkout; null if none was. */
export function findQuotedPosition(id: string): number | null {
  return readStoredCheckouts().get(id)?.quotedPosition ?? null
}

/** Stores the step of a checkout. What was quoted for it stays, unless given anew. */
export function saveStep(
  id: string,
  step: CheckoutStep,
  quotedPosition = findQuotedPosition(id),
): void {
  writeStoredCheckouts(readStoredCheckouts().set(id, { step, quotedPosition }))
}

/** Removes a checkout whose outcome has been shown. */
export function forgetCheckout(id: string): void {
  const checkouts = readStoredCheckouts()
  checkouts.delete(id)
  writeStoredCheckouts(checkouts)
}

/**
 * Marks checkouts that left for the card page as turned back: the donor is here again. Returns
 * whether there were any.
 */
export function turnBackFromCardPage(): boolean {
  const atCardPage = [...readOpenCheckouts()].filter(([, step]) => step === 'card-page')
  for (const [id] of atCardPage) saveStep(id, 'turned-back')
  return atCardPage.length > 0
}

function readStoredCheckouts(): Map<string, StoredCheckout> {
  const entries = (readStorage('tab', KEY) ?? '').split(' ').map((entry) => entry.split('='))
  return new Map(
    entries.flatMap(([id = '', text, quoted]) => {
      const step = STEPS.find((known) => known === text)
      return step === undefined
        ? []
        : [[id, { step, quotedPosition: readPosition(quoted) }] as const]
    }),
  )
}

function readPosition(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

function writeStoredCheckouts(checkouts: Map<string, StoredCheckout>): void {
  const entries = [...checkouts].map(([id, { step, quotedPosition }]) =>
    [id, step, ...(quotedPosition === null ? [] : [quotedPosition])].join('='),
  )
  writeStorage('tab', KEY, entries.length === 0 ? null : entries.join(' '))
}
