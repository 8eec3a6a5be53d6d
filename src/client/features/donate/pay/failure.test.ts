import { expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { OVER_LIMIT, PAUSED } from '#contract/spending-reasons.ts'
import { describeFailure, toPanelMessage } from './failure.ts'

test.each<[ErrorCode, string]>([
  ['invalid-argument', 'Please change the amount and try again.'],
  ['failed-precondition', 'You can choose another way to pay.'],
  ['unavailable', 'Nothing was charged. Please try again in a moment.'],
  ['deadline-exceeded', 'Nothing was charged. Please try again in a moment.'],
  ['unauthenticated', 'Log in again to go on.'],
  ['resource-exhausted', 'Nothing was charged.'],
  ['unknown', 'Nothing was charged. Please try again in a moment.'],
])("%s is told in the server's words, and what to do next: %s", (code, nextStep) => {
  expect(describeFailure(new AppError(code, 'It did not work.'))).toBe(
    `It did not work. ${nextStep}`,
  )
})

test.each<[ErrorCode, string, string]>([
  ['invalid-argument', 'TEXT_TOO_LONG', 'Please shorten it and try again.'],
  ['failed-precondition', 'NO_MESSAGES', 'Nothing was charged.'],
  ['failed-precondition', 'CLOSED', 'Nothing was charged.'],
  ['failed-precondition', 'TEAM_BOUND', 'Nothing was charged.'],
  ['failed-precondition', 'TEAM_GONE', 'Nothing was charged.'],
])('%s because of %s has a next step of its own: %s', (code, reason, nextStep) => {
  expect(describeFailure(new AppError(code, 'It did not work.', { reason }))).toBe(
    `It did not work. ${nextStep}`,
  )
})

test('advice that the server gives, too, is given once', () => {
  const message = 'Stripe cannot take payments right now. Please try again in a moment.'
  expect(describeFailure(new AppError('unavailable', message))).toBe(
    'Stripe cannot take payments right now. Nothing was charged. Please try again in a moment.',
  )
})

test('an unexpected error is told without its internal message', () => {
  expect(describeFailure(new TypeError('x is undefined'))).toBe(
    'Something went wrong. Nothing was charged. Please try again in a moment.',
  )
})

test.each<[ErrorCode, string | undefined, string | undefined]>([
  ['unknown', undefined, 'r1'],
  ['unavailable', undefined, 'r1'],
  ['deadline-exceeded', undefined, 'r1'],
  ['failed-precondition', undefined, 'r1'],
  ['failed-precondition', 'CLOSED', undefined],
  ['invalid-argument', undefined, undefined],
])('%s (%s) has the reference %s for the host', (code, reason, reference) => {
  const error = new AppError(code, 'No.', { ...(reason && { reason }), requestId: 'r1' })
  expect(toPanelMessage(error)).toMatchObject({ reference })
})

test.each([
  [OVER_LIMIT, true],
  [PAUSED, true],
  ['CLOSED', false],
])('a refusal because of %s leads to the limits: %s', (reason, isOfLimits) => {
  const error = new AppError('failed-precondition', 'It did not work.', { reason })
  expect(toPanelMessage(error)).toMatchObject({ isOfLimits })
})
