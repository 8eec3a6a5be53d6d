import type { Checkout, OwnDonation } from '#contract/checkouts.ts'

export function buildOwnDonation(part: Partial<OwnDonation> = {}): OwnDonation {
  return {
    id: 'd1',
    name: 'Ada',
    amountCents: 500,
    timestamp: '2026-11-21T10:00:00.000Z',
    position: 3,
    ...part,
  }
}

export function buildCheckout(part: Partial<Checkout> = {}): Checkout {
  const donation = part.state === 'paid' ? buildOwnDonation() : null
  return { id: 'cs_1', provider: 'stripe', state: 'created', amountCents: 500, donation, ...part }
}
