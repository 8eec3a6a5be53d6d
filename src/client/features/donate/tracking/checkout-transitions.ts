import type { CheckoutStep } from './checkout-storage.ts'
import { isCancelled, isOpen, isUnpaid, type CheckoutStatus } from './checkout-status.ts'
import {
  CONFIRMING,
  describePayment,
  EARLIER_UNCLEAR,
  IN_DOUBT,
  NOT_CANCELLED_YET,
  NOT_KNOWN_HERE,
  SLOW,
  type PaymentMessage,
} from './payment-message.ts'

/** A checkout that this tab has begun, until its outcome is told. */
export interface TrackedCheckout {
  step: CheckoutStep
  /** Whether the card page or the wallet in this very page decides how it goes on. */
  isInHand: boolean
  /** Whether the donor has waited so long for it that they may begin another. */
  isOverdue: boolean
  /** Whether an answer has left open what became of it. */
  isDoubted: boolean
  /** Whether the donor knows that it might be charged beside a new payment. */
  isWarned: boolean
}

/** `slow` says that it takes long, `overdue` that one may go on, `doubt` that it is unclear. */
export type TrackingTimer = 'slow' | 'overdue' | 'doubt'

export type TrackingEvent =
  /** The donor leaves for the card page, or opens the wallet. */
  | { type: 'begun'; step: 'card-page' | 'wallet' }
  /** The tab remembers it from before this page. */
  | { type: 'restored'; step: CheckoutStep }
  /** The payer has approved it in the wallet. */
  | { type: 'approved' }
  /** The payer has turned back from it, or begins another payment. */
  | { type: 'turned-back' }
  /** The server has answered. */
  | { type: 'answered'; status: CheckoutStatus }
  | { type: 'timer'; timer: TrackingTimer }
  /** Another payment has to wait, because nobody knows what became of this one. */
  | { type: 'blocked-another' }

/** A thing to do about the checkout, in the order of the list. */
export type TrackingEffect =
  | { type: 'start'; timer: TrackingTimer }
  | { type: 'stop'; timer: TrackingTimer }
  | { type: 'save'; step: CheckoutStep }
  | { type: 'tell'; message: PaymentMessage; isFleeting: boolean }
  | { type: 'withdraw' }
  /** Nobody is signed in whom the server would tell. */
  | { type: 'signed-out'; isAwaited: boolean }
  /** Its outcome is known: it is followed no more. */
  | { type: 'end'; status: CheckoutStatus; isAwaited: boolean }

export interface Transition {
  /** Undefined once its outcome is known. */
  next: TrackedCheckout | undefined
  effects: readonly TrackingEffect[]
}

/** Returns what becomes of a checkout by an event; `state` is undefined where it is not followed. */
export function transition(state: TrackedCheckout | undefined, event: TrackingEvent): Transition {
  switch (event.type) {
    case 'begun':
      return enter(state, event.step, true)
    case 'restored':
      return state?.step === event.step ? stay(state) : enter(state, event.step, false)
    case 'approved':
    case 'turned-back':
      return enter(state, event.type, false)
    case 'answered':
    case 'timer':
    case 'blocked-another':
      return state === undefined ? stay(state) : react(state, event)
  }
}

function react(
  state: TrackedCheckout,
  event: Extract<TrackingEvent, { type: 'answered' | 'timer' | 'blocked-another' }>,
): Transition {
  switch (event.type) {
    case 'answered':
      return hear(state, event.status)
    case 'timer':
      return ring(state, event.timer)
    case 'blocked-another':
      return warn(state)
  }
}

/** Returns whether the donor waits to hear that they have paid. */
export function isAwaited({ step }: Pick<TrackedCheckout, 'step'>): boolean {
  return step === 'approved' || step === 'returned'
}

/** Returns whether it is no time to begin another payment. */
export function isConfirming(state: TrackedCheckout): boolean {
  return isAwaited(state) && !state.isOverdue
}

/** Returns whether only the server can tell what became of it. */
export function needsServer({ step, isInHand }: TrackedCheckout): boolean {
  return step !== 'card-page' && !isInHand
}

const STOP_ALL: readonly TrackingEffect[] = [
  { type: 'stop', timer: 'slow' },
  { type: 'stop', timer: 'overdue' },
  { type: 'stop', timer: 'doubt' },
]

function stay(state: TrackedCheckout | undefined): Transition {
  return { next: state, effects: [] }
}

function tell(message: PaymentMessage, isFleeting = false): TrackingEffect {
  return { type: 'tell', message, isFleeting }
}

function enter(
  state: TrackedCheckout | undefined,
  step: CheckoutStep,
  isInHand: boolean,
): Transition {
  const isWarned = state?.isWarned ?? false
  const next = { step, isInHand, isOverdue: false, isDoubted: false, isWarned }
  const entering: TrackingEffect[] = [...STOP_ALL, { type: 'save', step }]
  if (!isAwaited(next)) return { next, effects: entering }
  return {
    next,
    effects: [
      ...entering,
      tell(CONFIRMING),
      { type: 'start', timer: 'slow' },
      { type: 'start', timer: 'overdue' },
    ],
  }
}

function hear(state: TrackedCheckout, status: CheckoutStatus): Transition {
  if (status.is === 'signed-out') {
    return { next: state, effects: [{ type: 'signed-out', isAwaited: isAwaited(state) }] }
  }
  if (status.is === 'unclear' || isOpen(status)) return doubt(state, status)
  const message = describe(status, state)
  return {
    next: undefined,
    effects: [
      ...STOP_ALL,
      { type: 'withdraw' },
      ...(message === undefined ? [] : [tell(message, isCancelled(status))]),
      { type: 'end', status, isAwaited: isAwaited(state) },
    ],
  }
}

/** An answer that tells nothing is mostly followed at once by one that does. */
function doubt(state: TrackedCheckout, { is }: CheckoutStatus): Transition {
  const { step, isDoubted } = state
  const isDoubtful = step === 'turned-back' || (step === 'approved' && is === 'unclear')
  if (isDoubted || !isDoubtful) return stay(state)
  return {
    next: { ...state, isDoubted: true },
    effects: [
      { type: 'stop', timer: 'slow' },
      { type: 'start', timer: 'doubt' },
    ],
  }
}

function ring(state: TrackedCheckout, timer: TrackingTimer): Transition {
  const isApproved = state.step === 'approved'
  switch (timer) {
    case 'slow':
      return { next: state, effects: [tell(SLOW)] }
    case 'doubt':
      return { next: state, effects: [tell(isApproved ? IN_DOUBT : NOT_CANCELLED_YET)] }
    case 'overdue': {
      const message = isApproved ? IN_DOUBT : describePayment('awaiting_payer')
      return { next: { ...state, isOverdue: true }, effects: [tell(message)] }
    }
  }
}

function warn(state: TrackedCheckout): Transition {
  if (state.isWarned) return { next: state, effects: [{ type: 'withdraw' }] }
  return {
    next: { ...state, isWarned: true },
    effects: [
      { type: 'stop', timer: 'slow' },
      { type: 'stop', timer: 'doubt' },
      tell(EARLIER_UNCLEAR),
    ],
  }
}

/** Returns what to say of an outcome; undefined where others say it, or nobody waits for it. */
function describe(status: CheckoutStatus, state: TrackedCheckout): PaymentMessage | undefined {
  switch (status.is) {
    case 'declined':
      return { tone: 'trouble', sentence: status.sentence }
    case 'unknown':
      return isAwaited(state) ? NOT_KNOWN_HERE : undefined
    case 'known': {
      const isTold = status.state === 'processing' || (state.step === 'wallet' && isUnpaid(status))
      return isTold ? undefined : describePayment(status.state, status.amountCents)
    }
    case 'paid':
    case 'unclear':
    case 'signed-out':
      return undefined
  }
}
