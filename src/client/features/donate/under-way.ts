import { recall, remember } from '../../lib/storage.ts'

/**
 * How far a checkout of this tab has come: to the hosted card page, into the wallet's window,
 * approved there, back from the card page, or turned back from.
 */
const STEPS = ['card-page', 'wallet', 'approved', 'returned', 'turned-back'] as const

export type Step = (typeof STEPS)[number]

const KEY = 'checkouts-under-way'

/**
 * The checkouts whose outcome this tab has not told yet, by the provider's id or ours. They outlive
 * a reload, and the way to the hosted page and back.
 */
export function readUnderWay(): Map<string, Step> {
  const entries = (recall('tab', KEY) ?? '').split(' ').map((entry) => entry.split('='))
  return new Map(
    entries.flatMap(([id = '', text]) => {
      const step = STEPS.find((known) => known === text)
      return step === undefined ? [] : [[id, step] as const]
    }),
  )
}

export function noteStep(id: string, step: Step): void {
  write(readUnderWay().set(id, step))
}

/** Its outcome has been told. */
export function forgetCheckout(id: string): void {
  const checkouts = readUnderWay()
  checkouts.delete(id)
  write(checkouts)
}

/** Whoever left for the card page and is here again has turned back. Answers whether anybody has. */
export function turnBackFromCardPage(): boolean {
  const left = [...readUnderWay()].filter(([, step]) => step === 'card-page')
  for (const [id] of left) noteStep(id, 'turned-back')
  return left.length > 0
}

function write(checkouts: Map<string, Step>): void {
  const text = [...checkouts].map((entry) => entry.join('=')).join(' ')
  remember('tab', KEY, text === '' ? null : text)
}
