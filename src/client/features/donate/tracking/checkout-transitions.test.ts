import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildOwnDonation } from './checkout-builders.ts'
import { isUnpaid, type CheckoutStatus } from './checkout-status.ts'
import type { CheckoutStep } from './checkout-storage.ts'
import {
  isConfirming,
  needsPolling,
  transition,
  type TrackedCheckout,
  type TrackingEffect,
  type TrackingEvent,
  type TrackingTimer,
} from './checkout-transitions.ts'

const STEPS: readonly CheckoutStep[] = [
  'card-page',
  'wallet',
  'approved',
  'returned',
  'turned-back',
]

const STATUSES: readonly CheckoutStatus[] = [
  { kind: 'paid', donation: buildOwnDonation() },
  { kind: 'paid', donation: null },
  { kind: 'declined', sentence: 'PayPal declined.' },
  { kind: 'unclear' },
  { kind: 'not-found' },
  { kind: 'signed-out' },
  ...(
    ['created', 'awaiting_payer', 'processing', 'failed', 'expired', 'cancelled', 'review'] as const
  ).map((state): CheckoutStatus => ({ kind: 'not-paid', state, amountCents: 500 })),
]

const TIMERS: readonly TrackingTimer[] = ['slow', 'overdue', 'uncertain']

const EVENTS: readonly TrackingEvent[] = [
  { type: 'begun', step: 'card-page' },
  { type: 'begun', step: 'wallet' },
  ...STEPS.map((step): TrackingEvent => ({ type: 'restored', step })),
  { type: 'approved' },
  { type: 'window-lost' },
  { type: 'turned-back' },
  { type: 'blocked-another' },
  ...STATUSES.map((status): TrackingEvent => ({ type: 'answered', status })),
  ...TIMERS.map((timer): TrackingEvent => ({ type: 'timer', timer })),
]

/** A checkout with its running timers. */
interface World {
  state: TrackedCheckout | undefined
  running: Set<TrackingTimer>
}

interface Played extends World {
  event: TrackingEvent
  before: TrackedCheckout | undefined
  effects: readonly TrackingEffect[]
}

/** Plays the events that are possible; a timer that does not run cannot fire. */
function play(events: readonly TrackingEvent[]): Played[] {
  const played: Played[] = []
  let world: World = { state: undefined, running: new Set() }
  for (const event of events) {
    if (event.type === 'timer' && !world.running.has(event.timer)) continue
    const { next, effects } = transition(world.state, event)
    const running = new Set(world.running)
    if (event.type === 'timer') running.delete(event.timer)
    for (const effect of effects) {
      if (effect.type === 'start') running.add(effect.timer)
      if (effect.type === 'stop') running.delete(effect.timer)
    }
    played.push({ event, before: world.state, effects, state: next, running })
    world = { state: next, running }
  }
  return played
}

function sentencesOf(effects: readonly TrackingEffect[]): string[] {
  return effects.flatMap((effect) =>
    effect.type === 'show-notice' ? [effect.message.sentence] : [],
  )
}

const everyOrder = fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 30 })

/** Fails with the shortest sequence of events after which a rule does not hold. */
function checkAlways(rule: (step: Played) => boolean): void {
  const everyStep = fc.property(everyOrder, (events) => play(events).every(rule))
  fc.assert(everyStep, { numRuns: 2_000 })
}

/** The rules by name; each says whether it holds after a step of any sequence of events. */
const RULES: Record<string, (step: Played) => boolean> = {
  'an outcome is told once, after a response, and no timer runs after it': ({
    event,
    before,
    effects,
    state,
    running,
  }) => {
    const ends = effects.filter(({ type }) => type === 'end').length
    const isEnd = before !== undefined && state === undefined
    return isEnd ? ends === 1 && event.type === 'answered' && running.size === 0 : ends === 0
  },

  'a checkout that is not followed causes no notice': ({ before, state, effects }) =>
    before !== undefined || state !== undefined || effects.length === 0,

  'timers run only while they have something to say': ({ state, running }) => {
    if (state === undefined) return true
    const isAwaited = state.step === 'approved' || state.step === 'returned'
    const isLate = running.has('slow') || running.has('overdue')
    return (!isLate || isAwaited) && (!running.has('uncertain') || state.isUncertain)
  },

  'no donor has to wait for ever before another payment': ({ state, running }) =>
    state === undefined || !isConfirming(state) || running.has('overdue'),

  'nobody is told that nothing was charged unless the server has said so': ({ event, effects }) => {
    const isSaid = sentencesOf(effects).some((text) => text.includes('Nothing was charged'))
    return !isSaid || (event.type === 'answered' && isUnpaid(event.status))
  },

  'only a response that leaves the outcome open does not end a checkout': ({
    event,
    before,
    state,
  }) => {
    if (event.type !== 'answered' || before === undefined) return true
    const { status } = event
    const leavesOpen =
      status.kind === 'unclear' ||
      status.kind === 'signed-out' ||
      (status.kind === 'not-paid' && ['created', 'awaiting_payer'].includes(status.state))
    return (state === undefined) === !leavesOpen
  },

  'an unclear outcome is told once per step': ({ event, before, effects }) =>
    event.type !== 'answered' ||
    before?.isUncertain !== true ||
    !effects.some(({ type }) => type === 'start'),

  'the server is polled for every checkout but those that the payer is working on': ({ state }) =>
    state === undefined ||
    needsPolling(state) === !(state.step === 'card-page' || state.isWithPayer),

  'a new payment in spite of an unclear one is warned of once': ({ event, before, effects }) => {
    if (event.type !== 'blocked-another' || before === undefined) return true
    const isWarning = sentencesOf(effects).some((sentence) => sentence.includes('both may be'))
    return isWarning === !before.isWarned
  },

  'a new step is stored, and nothing else is': ({ before, state, effects }) => {
    const saved = effects.flatMap((effect) => (effect.type === 'save' ? [effect.step] : []))
    if (saved.length > 0) return saved.length === 1 && saved[0] === state?.step
    return state === undefined || state.step === before?.step
  },
}

test.each(Object.keys(RULES))('in every order of events, %s', (name) => {
  expect(() => checkAlways(RULES[name] ?? (() => false))).not.toThrow()
})

test('a payer who approved is asked to wait, then told that it is unclear, and may go on', () => {
  const [approved, slow, overdue] = play([
    { type: 'approved' },
    { type: 'timer', timer: 'slow' },
    { type: 'timer', timer: 'overdue' },
  ])
  expect(approved?.state && isConfirming(approved.state)).toBe(true)
  expect(sentencesOf(slow?.effects ?? [])).toEqual([expect.stringContaining('longer than usual')])
  expect(overdue?.state && isConfirming(overdue.state)).toBe(false)
})
