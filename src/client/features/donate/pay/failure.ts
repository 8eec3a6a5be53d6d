import { AppError } from '#contract/app-error.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { TEAM_REASONS } from '#contract/donor-teams/reasons.ts'
import { OVER_LIMIT, PAUSED } from '#contract/spending-reasons.ts'
import { referenceOf } from '#client/ui/reference.tsx'
import type { PanelMessage } from '../panel-message.ts'
import { describePayment } from '../tracking/payment-message.ts'
import { CheckCancelledError } from './person-check.ts'

const NEXT_STEP: Partial<Record<ErrorCode, string>> = {
  'invalid-argument': 'Please change the amount and try again.',
  'failed-precondition': 'You can choose another way to pay.',
  unauthenticated: 'Log in again to go on.',
  'resource-exhausted': 'Nothing was charged.',
}

/** The next step after a failure whose reason says more than its code. */
const NEXT_STEP_BY_REASON: Record<string, string> = {
  TEXT_TOO_LONG: 'Please shorten it and try again.',
  NO_MESSAGES: 'Nothing was charged.',
  CLOSED: 'Nothing was charged.',
  VOTE_REFUSED: 'Vote again, or donate without a vote. Nothing was charged.',
  [TEAM_REASONS.bound]: 'Nothing was charged.',
  [TEAM_REASONS.gone]: 'Nothing was charged.',
  [OVER_LIMIT]: 'Nothing was charged.',
  [PAUSED]: 'Nothing was charged.',
}

const LATER = 'Please try again in a moment.'
const TRY_AGAIN = `Nothing was charged. ${LATER}`

const POPUP_BLOCKED =
  'Your browser blocked PayPal’s window. Allow pop-ups for this page and press the button again. Nothing was charged.'

/**
 * Returns whether the browser refused the wallet's window. PayPal's script says 'Can not open popup
 * window - blocked', and has no code for it.
 */
function isPopupBlocked(error: unknown): boolean {
  return error instanceof Error && /window.*blocked|blocked.*window/i.test(error.message)
}

/**
 * Describes a failure before any money could move: the server's sentence, and what to do next. It
 * never leaves open whether something was charged.
 */
export function describeFailure(error: unknown): string {
  if (isPopupBlocked(error)) return POPUP_BLOCKED
  if (!(error instanceof AppError)) return `Something went wrong. ${TRY_AGAIN}`
  const nextStep = NEXT_STEP_BY_REASON[error.reason ?? ''] ?? NEXT_STEP[error.code]
  // Servers end some sentences with the same advice.
  return nextStep
    ? `${error.message} ${nextStep}`
    : `${error.message.replace(LATER, '').trim()} ${TRY_AGAIN}`
}

/** Returns the panel's message about a payment that was not begun. */
export function toPanelMessage(error: unknown): PanelMessage {
  if (error instanceof CheckCancelledError)
    return { ariaRole: 'status', ...describePayment('cancelled') }
  const sentence = describeFailure(error)
  const reference = referenceOfPayment(error)
  return {
    ariaRole: 'alert',
    tone: 'error',
    sentence,
    reference,
    isOfLimits: hasReason(error, OVER_LIMIT, PAUSED),
    isOfTeam: hasReason(error, TEAM_REASONS.bound, TEAM_REASONS.gone),
  }
}

function hasReason(error: unknown, ...reasons: string[]): boolean {
  return error instanceof AppError && reasons.includes(error.reason ?? '')
}

/** Returns the reference of a failed payment; a provider's refusal has one too. */
function referenceOfPayment(error: unknown): string | undefined {
  const isRefusal =
    error instanceof AppError && error.code === 'failed-precondition' && error.reason === undefined
  return isRefusal ? error.requestId : referenceOf(error)
}
