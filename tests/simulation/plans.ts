import type { Payer } from './payer.ts'

/** What people do with the provider's page once they are there. */
export type Plan = (payer: Payer) => Promise<unknown>

const CARD = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  disputedLater: '4000000000000259',
  paysLater: '4000000000000077',
}

/** At Stripe; the first one is what most do. */
export const CARD_PLANS: Record<string, Plan> = {
  pays: async (payer) => {
    await payer.enterCard(CARD.pays, { isDue: true })
    await payer.comeBack()
  },
  'is declined, then pays': async (payer) => {
    await payer.enterCard(CARD.declined)
    await payer.enterCard(CARD.pays, { isDue: true })
    await payer.comeBack()
  },
  'pays later': async (payer) => {
    await payer.enterCard(CARD.paysLater)
    await payer.comeBack()
  },
  'pays later, if the bank agrees': async (payer) => {
    await payer.enterCard(CARD.paysLater)
    await payer.waitForBank()
    await payer.comeBack()
  },
  'pays, and disputes it later': async (payer) => {
    await payer.enterCard(CARD.disputedLater, { isDue: true })
    await payer.comeBack()
  },
  'turns back': (payer) => payer.turnBack(),
  'turns back, then pays in another tab': async (payer) => {
    await payer.turnBack()
    await payer.enterCard(CARD.pays, { isDue: true })
    await payer.comeBack()
  },
  'turns back while another tab pays': async (payer) => {
    await Promise.all([payer.turnBack(), payer.enterCard(CARD.pays, { isDue: true })])
    await payer.comeBack()
  },
  'falls asleep over it': async (payer) => {
    await payer.sleep()
    await payer.enterCard(CARD.pays, { isDue: true })
    await payer.comeBack()
  },
  leaves: async () => {},
}

/** At PayPal; the first one is what most do. */
export const WALLET_PLANS: Record<string, Plan> = {
  approves: async (payer) => {
    await payer.approve('Lovelace', { isDue: true })
    await payer.capture()
    await payer.comeBack()
  },
  'approves twice over': async (payer) => {
    await payer.approve('Lovelace', { isDue: true })
    await Promise.all([payer.capture(), payer.capture()])
    await payer.comeBack()
  },
  'approves, and the tab crashes': (payer) => payer.approve('Lovelace', { isDue: true }),
  'is declined, then approves': async (payer) => {
    await payer.approve('DECLINE')
    await payer.capture()
    await payer.approve('Lovelace')
    await payer.capture()
    await payer.comeBack()
  },
  'is declined and leaves': async (payer) => {
    await payer.approve('DECLINE')
    await payer.capture()
  },
  'is refused by a capture': async (payer) => {
    await payer.approve('REFUSED')
    await payer.capture()
    await payer.comeBack()
  },
  'has a capture that fails': async (payer) => {
    await payer.approve('BROKEN')
    await payer.capture()
    await payer.comeBack()
  },
  'pays by bank': async (payer) => {
    await payer.approve('PENDING')
    await payer.capture()
    await payer.waitForBank()
    await payer.comeBack()
  },
  cancels: (payer) => payer.turnBack(),
  'cancels, then approves after all': async (payer) => {
    await payer.turnBack()
    await payer.approve('Lovelace')
    await payer.capture()
  },
  'approves, and turns back meanwhile': async (payer) => {
    await payer.approve('Lovelace')
    await Promise.all([payer.capture(), payer.turnBack()])
    await payer.comeBack()
  },
  leaves: async () => {},
}
