import type { Payer } from './payer.ts'

/** The steps that a payer takes on the provider's page. */
export type Plan = (payer: Payer) => Promise<unknown>

const CARD = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  disputedLater: '4000000000000259',
  paysLater: '4000000000000077',
}

/** Plans at Stripe, the most frequent one first. */
export const CARD_PLANS: Record<string, Plan> = {
  pays: async (payer) => {
    await payer.payByCard(CARD.pays, { mustBePaid: true })
    await payer.returnToPage()
  },
  'is declined, then pays': async (payer) => {
    await payer.payByCard(CARD.declined)
    await payer.payByCard(CARD.pays, { mustBePaid: true })
    await payer.returnToPage()
  },
  'pays later': async (payer) => {
    await payer.payByCard(CARD.paysLater)
    await payer.returnToPage()
  },
  'pays later, if the bank agrees': async (payer) => {
    await payer.payByCard(CARD.paysLater)
    await payer.waitForBank()
    await payer.returnToPage()
  },
  'pays, and disputes it later': async (payer) => {
    await payer.payByCard(CARD.disputedLater, { mustBePaid: true })
    await payer.returnToPage()
  },
  'turns back': (payer) => payer.cancel(),
  'turns back, then pays in another tab': async (payer) => {
    await payer.cancel()
    await payer.payByCard(CARD.pays, { mustBePaid: true })
    await payer.returnToPage()
  },
  'turns back while another tab pays': async (payer) => {
    await Promise.all([payer.cancel(), payer.payByCard(CARD.pays, { mustBePaid: true })])
    await payer.returnToPage()
  },
  'falls asleep over it': async (payer) => {
    await payer.idleUntilExpiry()
    await payer.payByCard(CARD.pays, { mustBePaid: true })
    await payer.returnToPage()
  },
  leaves: async () => {},
}

/** Plans at PayPal, the most frequent one first. */
export const WALLET_PLANS: Record<string, Plan> = {
  approves: async (payer) => {
    await payer.approve('Lovelace', { mustBePaid: true })
    await payer.capture()
    await payer.returnToPage()
  },
  'approves twice over': async (payer) => {
    await payer.approve('Lovelace', { mustBePaid: true })
    await Promise.all([payer.capture(), payer.capture()])
    await payer.returnToPage()
  },
  'approves, and the tab crashes': (payer) => payer.approve('Lovelace', { mustBePaid: true }),
  'is declined, then approves': async (payer) => {
    await payer.approve('DECLINE')
    await payer.capture()
    await payer.approve('Lovelace')
    await payer.capture()
    await payer.returnToPage()
  },
  'is declined and leaves': async (payer) => {
    await payer.approve('DECLINE')
    await payer.capture()
  },
  'is refused by a capture': async (payer) => {
    await payer.approve('REFUSED')
    await payer.capture()
    await payer.returnToPage()
  },
  'has a capture that fails': async (payer) => {
    await payer.approve('BROKEN')
    await payer.capture()
    await payer.returnToPage()
  },
  'pays by bank': async (payer) => {
    await payer.approve('PENDING')
    await payer.capture()
    await payer.waitForBank()
    await payer.returnToPage()
  },
  cancels: (payer) => payer.cancel(),
  'cancels, then approves after all': async (payer) => {
    await payer.cancel()
    await payer.hesitate()
    await payer.approve('Lovelace')
    await payer.capture()
  },
  'approves, and turns back meanwhile': async (payer) => {
    await payer.approve('Lovelace')
    await Promise.all([payer.capture(), payer.cancel()])
    await payer.returnToPage()
  },
  leaves: async () => {},
}
