import { expect, test } from 'vitest'
import type { StatementReport } from '#contract/reconciliation.ts'
import { describeStatement } from './statement-lines.ts'

const NIGHT: StatementReport = {
  provider: 'stripe',
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-21T00:00:00.000Z',
  payments: 12,
  waiting: 0,
  driftCents: 0,
  grossCents: 6_000,
  feeCents: 412,
  netCents: 5_588,
  foreignLines: 3,
  gaps: [],
}

const SUMS = 'gross 6000 cents, fees 412 cents, net 5588 cents'

test('a day that was compared is told with its sums', () => {
  expect(describeStatement(NIGHT)).toEqual([
    `Stripe's statement of 2026-11-20: 12 payments compared, drift 0 cents, ${SUMS}`,
  ])
})

test('what is too recent and what differs is told, and the days of several', () => {
  const report = { ...NIGHT, to: '2026-11-22T12:30:00.000Z', waiting: 2, driftCents: 50 }
  expect(describeStatement(report)).toEqual([
    `Stripe's statement of 2026-11-20 to 2026-11-22: 12 payments compared, 2 too recent, drift 50 cents, ${SUMS}`,
  ])
})

test('a statement without payments is not called equal', () => {
  const sums = { payments: 0, grossCents: 0, feeCents: 0, netCents: 0 }
  const [line] = describeStatement({ ...NIGHT, ...sums })
  expect(line).toContain('no payments to compare')
  expect(line).not.toContain('drift')
})

test('an old drift is told also where nothing new was compared', () => {
  expect(describeStatement({ ...NIGHT, payments: 0, driftCents: 50 })[0]).toContain(
    'drift 50 cents',
  )
})

test('what could not be compared is told in place of sums', () => {
  const gaps = ["PayPal's statement could not be compared: the app may not search transactions."]
  const report: StatementReport = { ...NIGHT, provider: 'paypal', from: null, to: null, gaps }
  expect(describeStatement(report)).toEqual([`  ${gaps[0]}`])
})

test('without payments ever there is nothing to compare', () => {
  const report = { ...NIGHT, from: null, to: null }
  expect(describeStatement(report)).toEqual(["Stripe's statement: there is nothing to compare yet"])
})
