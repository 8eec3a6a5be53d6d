import { readStorage, writeStorage } from '#client/lib/storage.ts'

/**
 * How far a checkout of this tab has come: to the hosted card page, into the wallet's window,
 * approved there, back from the card page, or turned back from.
 */
const STEPS = ['card-page', 'wallet', 'approved', 'returned', 'turned-back'] as const

export type CheckoutStep = (typeof STEPS)[number]

const KEY = 'checkouts-under-way'

interface StoredCheckout {
  step: CheckoutStep
  /** The place that the page promised when the payment was begun; null where it promised none. */
  quotedPosition: number | null
}

/**
 * The checkouts whose outcome this tab has not told yet, by the provider's id or ours. They outlive
 * a reload, and the way to the hosted page and back.
 */
export function readOpenCheckouts(): Map<string, CheckoutStep> {
  return new Map([...readStoredCheckouts()].map(([id, { step }]) => [id, step]))
}

/** The place that was promised for a checkout under way, and null where none was. */
export function findQuotedPosition(id: string): number | null {
  return readStoredCheckouts().get(id)?.quotedPosition ?? null
}

/** Notes how far a checkout has come. What was quoted for it stays as it was, unless told anew. */
export function saveStep(
  id: string,
  step: CheckoutStep,
  quotedPosition = findQuotedPosition(id),
): void {
  writeStoredCheckouts(readStoredCheckouts().set(id, { step, quotedPosition }))
}

/** Its outcome has been told. */
export function forgetCheckout(id: string): void {
  const checkouts = readStoredCheckouts()
  checkouts.delete(id)
  writeStoredCheckouts(checkouts)
}

/** Whoever left for the card page and is here again has turned back. Answers whether anybody has. */
export function turnBackFromCardPage(): boolean {
  const left = [...readOpenCheckouts()].filter(([, step]) => step === 'card-page')
  for (const [id] of left) saveStep(id, 'turned-back')
  return left.length > 0
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
