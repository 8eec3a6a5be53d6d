import { describe, expect, test } from 'vitest'
import type { HostSummary, MoneySums } from '#contract/host/figures.ts'
import { describeAgreement, listAgreements } from './compare-ledger.ts'

const AT = '2026-11-22T12:00:00.000Z'

const sums = (grossCents: number): MoneySums => ({
  count: 1,
  grossCents,
  feeCents: 0,
  netCents: grossCents - 300,
  refundedCents: 200,
  disputedCents: 100,
})

function buildSummary(changes: Partial<HostSummary> = {}): HostSummary {
  const span = {
    from: null,
    total: sums(3000),
    providers: [
      { provider: 'stripe' as const, ...sums(1000) },
      { provider: 'paypal' as const, ...sums(2000) },
    ],
  }
  const none = { count: 0, amountCents: 0 }
  return {
    at: AT,
    timeZone: 'UTC',
    today: span,
    week: span,
    all: span,
    drift: [
      { provider: 'stripe', ledgerCents: 0, statementCents: 0, comparedUntil: null },
      { provider: 'paypal', ledgerCents: 0, statementCents: 0, comparedUntil: null },
    ],
    pending: none,
    inReview: none,
    disputesOpen: none,
    inbox: { waiting: 0, parked: 0, oldestWaitingAt: null, lastReceivedAt: null },
    reconciledAt: AT,
    ...changes,
  }
}

const withDrift = (ledgerCents: number, statementCents = 0): HostSummary =>
  buildSummary({
    drift: [
      { provider: 'stripe', ledgerCents: 0, statementCents: 0, comparedUntil: null },
      { provider: 'paypal', ledgerCents, statementCents, comparedUntil: null },
    ],
  })

const statesOf = (summary: HostSummary) => listAgreements(summary).map(({ state }) => state)

describe('the ledger and a provider', () => {
  test('agree after a round of reconciling that found no difference', () => {
    expect(statesOf(buildSummary())).toEqual(['agrees', 'agrees'])
    expect(listAgreements(buildSummary())[0]).toMatchObject({
      ledgerCents: 700,
      providerCents: 700,
    })
    expect(describeAgreement(listAgreements(buildSummary()))).toBe('Ledger and providers agree.')
  })

  test.each([
    [2500, '+$25.00'],
    [-1, '−$0.01'],
  ])('are apart by %i cents, with the sign', (driftCents, shown) => {
    const agreements = listAgreements(withDrift(driftCents))
    expect(agreements.map(({ state }) => state)).toEqual(['agrees', 'apart'])
    expect(agreements[1]).toMatchObject({ ledgerCents: 1700, providerCents: 1700 + driftCents })
    expect(describeAgreement(agreements)).toBe(
      `PayPal differs from the ledger by ${shown}. See what waits for you.`,
    )
  })

  test('are apart if only the statement differs', () => {
    const agreements = listAgreements(withDrift(0, -500))
    expect(agreements[1]?.state).toBe('apart')
    expect(describeAgreement(agreements)).toContain('The statement of PayPal differs')
  })

  test.each([
    ['before the first round', null],
    ['ten minutes after the last', '2026-11-22T11:50:00.000Z'],
  ])('are not said to agree %s', (_when, reconciledAt) => {
    const summary = buildSummary({ reconciledAt })
    expect(statesOf(summary)).toEqual(['unknown', 'unknown'])
    expect(describeAgreement(listAgreements(summary))).toBe(
      'Ledger and providers were not compared lately.',
    )
  })

  test('are still apart long after the last round', () => {
    expect(statesOf({ ...withDrift(1), reconciledAt: null })).toEqual(['unknown', 'apart'])
  })

  test('are not said to agree if the provider was not compared', () => {
    expect(statesOf(buildSummary({ drift: [] }))).toEqual(['unknown', 'unknown'])
  })
})
