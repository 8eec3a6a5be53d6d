import type { CheckoutStep } from './checkout-storage.ts'
import { isCancelled, isOpen, isUnpaid, type CheckoutStatus } from './checkout-status.ts'
import {
  CONFIRMING,
  describePayment,
  EARLIER_UNCLEAR,
  OUTCOME_UNCERTAIN,
  NOT_CANCELLED_YET,
  NOT_HEARD,
  NOT_KNOWN_HERE,
  SLOW,
  type PaymentMessage,
} from './payment-message.ts'

/** A checkout that this tab has begun, until its outcome is shown. */
export interface TrackedCheckout {
  step: CheckoutStep
  /**
   * True while the payer is in the wallet of this page or on the way to the card page: only they
   * decide how it goes on.
   */
  isWithPayer: boolean
  /** True once the donor has waited so long for it that they may begin another. */
  isOverdue: boolean
  /** True if a response has left its outcome open. */
  isUncertain: boolean
  /** True if the donor knows that it might be charged in addition to a new payment. */
  isWarned: boolean
}

/**
 * The timers: `slow` says that it takes long, `overdue` lets the donor go on, `uncertain` says that
 * the outcome is unclear.
 */
export type TrackingTimer = 'slow' | 'overdue' | 'uncertain'

export type TrackingEvent =
  /** The donor leaves for the card page, or opens the wallet. */
  | { type: 'begun'; step: 'card-page' | 'wallet' }
  /** The tab had stored it before this page was loaded. */
  | { type: 'restored'; step: CheckoutStep }
  /** The payer has approved it in the wallet. */
  | { type: 'approved' }
  /** The wallet's window is closed, or the wallet believes so: the payer may still approve it. */
  | { type: 'window-lost' }
  /** The payer has turned back from it, or begins another payment. */
  | { type: 'turned-back' }
  /** The server has responded with its status. */
  | { type: 'answered'; status: CheckoutStatus }
  | { type: 'timer'; timer: TrackingTimer }
  /** Another payment has to wait, because the outcome of this one is not known. */
  | { type: 'blocked-another' }

/** An effect of a transition; effects are carried out in the order of the list. */
export type TrackingEffect =
  | { type: 'start'; timer: TrackingTimer }
  | { type: 'stop'; timer: TrackingTimer }
  | { type: 'save'; step: CheckoutStep }
  | { type: 'show-notice'; message: PaymentMessage; autoDismiss: boolean }
  | { type: 'withdraw-notice' }
  /** The server would tell its status only to its donor, and nobody is signed in. */
  | { type: 'signed-out'; isAwaited: boolean }
  /** Its outcome is known: it is no longer followed. */
  | { type: 'end'; status: CheckoutStatus; isAwaited: boolean }

export interface Transition {
  /** Undefined once its outcome is known. */
  next: TrackedCheckout | undefined
  effects: readonly TrackingEffect[]
}

/** Returns the state after an event; `state` is undefined for a checkout not followed. */
export function transition(state: TrackedCheckout | undefined, event: TrackingEvent): Transition {
  switch (event.type) {
    case 'begun':
      return enterStep(state, event.step, true)
    case 'restored':
      return state?.step === event.step ? unchanged(state) : enterStep(state, event.step, false)
    case 'window-lost':
      return loseWindow(state)
    case 'approved':
    case 'turned-back':
      return enterStep(state, event.type, false)
    case 'answered':
    case 'timer':
    case 'blocked-another':
      return state === undefined ? unchanged(state) : handleTracked(state, event)
  }
}

function handleTracked(
  state: TrackedCheckout,
  event: Extract<TrackingEvent, { type: 'answered' | 'timer' | 'blocked-another' }>,
): Transition {
  switch (event.type) {
    case 'answered':
      return handleStatus(state, event.status)
    case 'timer':
      return handleTimer(state, event.timer)
    case 'blocked-another':
      return handleBlocking(state)
  }
}

/** Returns whether the donor waits to hear that they have paid. */
export function isAwaited({ step }: Pick<TrackedCheckout, 'step'>): boolean {
  return step === 'approved' || step === 'returned'
}

/** Returns whether no other payment may be begun. */
export function isConfirming(state: TrackedCheckout): boolean {
  return isAwaited(state) && !state.isOverdue
}

/** Returns whether the donor pays now, or waits to hear that they have; not while they are away. */
export function isUnderWay(state: TrackedCheckout): boolean {
  return isConfirming(state) || (state.step === 'wallet' && state.isWithPayer)
}

/** Returns whether its outcome is known only to the server. */
export function needsPolling({ step, isWithPayer }: TrackedCheckout): boolean {
  return step !== 'card-page' && !isWithPayer
}

const STOP_ALL: readonly TrackingEffect[] = [
  { type: 'stop', timer: 'slow' },
  { type: 'stop', timer: 'overdue' },
  { type: 'stop', timer: 'uncertain' },
]

function unchanged(state: TrackedCheckout | undefined): Transition {
  return { next: state, effects: [] }
}

function showNotice(message: PaymentMessage, autoDismiss = false): TrackingEffect {
  return { type: 'show-notice', message, autoDismiss }
}

function enterStep(
  state: TrackedCheckout | undefined,
  step: CheckoutStep,
  isWithPayer: boolean,
): Transition {
  const isWarned = state?.isWarned ?? false
  const next = { step, isWithPayer, isOverdue: false, isUncertain: false, isWarned }
  const effects: TrackingEffect[] = [...STOP_ALL, { type: 'save', step }]
  if (!isAwaited(next)) return { next, effects }
  return {
    next,
    effects: [
      ...effects,
      showNotice(CONFIRMING),
      { type: 'start', timer: 'slow' },
      { type: 'start', timer: 'overdue' },
    ],
  }
}

/** Only the server knows from now on whether the payer approves it. */
function loseWindow(state: TrackedCheckout | undefined): Transition {
  const { next, effects } = enterStep(state, 'wallet', false)
  return { next, effects: [...effects, showNotice(NOT_HEARD, true)] }
}

function handleStatus(state: TrackedCheckout, status: CheckoutStatus): Transition {
  if (status.kind === 'signed-out') {
    return { next: state, effects: [{ type: 'signed-out', isAwaited: isAwaited(state) }] }
  }
  if (status.kind === 'unclear' || isOpen(status)) return handleUncertain(state, status)
  const message = describeStatus(status, state)
  return {
    next: undefined,
    effects: [
      ...STOP_ALL,
      { type: 'withdraw-notice' },
      ...(message === undefined ? [] : [showNotice(message, isCancelled(status))]),
      { type: 'end', status, isAwaited: isAwaited(state) },
    ],
  }
}

/** Delays the notice: an unclear response is usually followed at once by a clear one. */
function handleUncertain(state: TrackedCheckout, { kind }: CheckoutStatus): Transition {
  const { step, isUncertain } = state
  const showsUncertainty = step === 'turned-back' || (step === 'approved' && kind === 'unclear')
  if (isUncertain || !showsUncertainty) return unchanged(state)
  return {
    next: { ...state, isUncertain: true },
    effects: [
      { type: 'stop', timer: 'slow' },
      { type: 'start', timer: 'uncertain' },
    ],
  }
}

function handleTimer(state: TrackedCheckout, timer: TrackingTimer): Transition {
  const isApproved = state.step === 'approved'
  switch (timer) {
    case 'slow':
      return { next: state, effects: [showNotice(SLOW)] }
    case 'uncertain':
      return {
        next: state,
        effects: [showNotice(isApproved ? OUTCOME_UNCERTAIN : NOT_CANCELLED_YET)],
      }
    case 'overdue': {
      const message = isApproved ? OUTCOME_UNCERTAIN : describePayment('awaiting_payer')
      return { next: { ...state, isOverdue: true }, effects: [showNotice(message)] }
    }
  }
}

function handleBlocking(state: TrackedCheckout): Transition {
  if (state.isWarned) return { next: state, effects: [{ type: 'withdraw-notice' }] }
  return {
    next: { ...state, isWarned: true },
    effects: [
      { type: 'stop', timer: 'slow' },
      { type: 'stop', timer: 'uncertain' },
      showNotice(EARLIER_UNCLEAR),
    ],
  }
}

/** Returns the message about an outcome; undefined if others show it, or nobody waits for it. */
function describeStatus(
  status: CheckoutStatus,
  state: TrackedCheckout,
): PaymentMessage | undefined {
  switch (status.kind) {
    case 'declined':
      return { tone: 'error', sentence: status.sentence }
    case 'refused':
      return { tone: 'error', sentence: `${status.sentence} Nothing was charged.` }
    case 'not-found':
      return isAwaited(state) ? NOT_KNOWN_HERE : undefined
    case 'not-paid': {
      const isShownElsewhere =
        status.state === 'processing' || (state.step === 'wallet' && isUnpaid(status))
      return isShownElsewhere ? undefined : describePayment(status.state, status.amountCents)
    }
    case 'paid':
    case 'unclear':
    case 'signed-out':
      return undefined
  }
}
