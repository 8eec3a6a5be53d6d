import { approve, chooseAmount, openWallet } from '../helpers/visitor.ts'
import { scrollToRow } from './stage-hands.ts'
import type { Stage, State } from './state.ts'

/** The donation panel, and the providers' own pages. */
export const DONATE_STATES: State[] = [
  { name: 'panel', board: 'fourteen', who: 'donor', reach: openPanel },
  {
    name: 'aim',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await openPanel(stage)
      await chooseAmount(stage.page, '175')
      await stage.page
        .getByText(/This puts you at #5/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'panel-away',
    board: 'crowd',
    who: 'donor',
    reach: async (stage) => {
      await openPanel(stage)
      await scrollToRow(stage.page, 60)
    },
  },
  {
    name: 'amount-refused',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await openPanel(stage)
      await chooseAmount(stage.page, '0.50')
      await stage.page.getByRole('button', { name: 'Donate with Stripe' }).click()
      await stage.page.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    name: 'pending-row',
    board: 'fourteen',
    who: 'donor',
    spends: true,
    reach: async (stage) => {
      await openPanel(stage)
      await chooseAmount(stage.page, '88.11')
      await approve(await openWallet(stage.page), { givenName: 'Vega', surname: 'PENDING' })
      await stage.page.getByText('Being confirmed').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'wallet-failed',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await stage.page.route('**/sdk/js*', (route) => route.abort())
      await stage.enter()
      await stage.page.getByText('PayPal failed to load.').waitFor()
    },
  },
  {
    name: 'checkout-failed',
    board: 'fourteen',
    who: 'donor',
    reach: async ({ enter, page }) => {
      await page.route('**/api/config', (route) => route.abort())
      await enter()
      await page.getByText('Checkout failed to load.').waitFor()
    },
  },
  {
    name: 'person-check',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await putToProof(stage, 'PBKDF2/SHA-256')
      await stage.page.getByText('Checking that a person is paying').waitFor()
    },
  },
  {
    name: 'person-check-failed',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await putToProof(stage, 'none that browsers know')
      await stage.page.getByText('could not finish the check').waitFor()
    },
  },
  {
    name: 'wallet-popup',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await openPanel(stage)
      return openWallet(stage.page)
    },
  },
  {
    name: 'card-page',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await openPanel(stage)
      await stage.page.getByRole('button', { name: 'Donate with Stripe' }).click()
      await stage.page.getByLabel('Card number').waitFor()
    },
  },
]

export async function openPanel({ enter, page }: Stage): Promise<void> {
  await enter()
  await page.getByRole('button', { name: 'Donate with PayPal' }).waitFor()
}

/** Has the server ask for a proof of work that takes longer than anybody waits. */
async function putToProof(stage: Stage, algorithm: string): Promise<void> {
  const endless = 'ff'.repeat(16)
  const parameters = { algorithm, nonce: '00', salt: '00', cost: 5_000, keyPrefix: endless }
  const challenge = { parameters, signature: '00' }
  const error = { code: 'resource-exhausted', message: 'Please try again.', requestId: 'r1' }
  await stage.page.route('**/api/create-checkout-session', (route) =>
    route.fulfill({ status: 429, json: { error: { ...error, challenge } } }),
  )
  await openPanel(stage)
  await stage.page.getByRole('button', { name: 'Donate with Stripe' }).click()
}
