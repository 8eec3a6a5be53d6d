import { approve, chooseAmount, openWallet } from '../helpers/browser/visitor.ts'
import { scrollToRow } from './page-control.ts'
import type { StateSetup, State } from './state.ts'

/** States of the donation panel and of the providers' pages. */
export const DONATE_STATES: State[] = [
  { name: 'panel', board: 'fourteen', who: 'donor', reach: openPanel },
  {
    name: 'aim',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      await openPanel(setup)
      await chooseAmount(setup.page, '175')
      await setup.page
        .getByText(/This puts you at\s#5/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'sheet-open',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      await openPanel(setup)
      await setup.page.getByLabel('Amount (USD)').focus()
      await setup.page.getByText('you, now').first().waitFor()
    },
  },
  {
    name: 'sheet-notice',
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    reach: async (setup) => {
      await openPanel(setup)
      await setup.page.getByLabel('Amount (USD)').focus()
      const popup = await openWallet(setup.page)
      await popup.getByRole('button', { name: 'Cancel' }).click()
      await setup.page.getByText('We have not heard from PayPal.').waitFor()
    },
  },
  {
    name: 'panel-away',
    board: 'crowd',
    who: 'donor',
    reach: async (setup) => {
      await openPanel(setup)
      await scrollToRow(setup.page, 60)
    },
  },
  {
    name: 'amount-refused',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      await openPanel(setup)
      await chooseAmount(setup.page, '0.50')
      await setup.page.getByRole('button', { name: 'Donate with Stripe' }).click()
      await setup.page.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    name: 'pending-row',
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    reach: async (setup) => {
      await openPanel(setup)
      await chooseAmount(setup.page, '88.11')
      await approve(await openWallet(setup.page), { givenName: 'Vega', surname: 'PENDING' })
      await setup.page.getByText('Being confirmed').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'wallet-failed',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      await setup.page.route('**/sdk/js*', (route) => route.abort())
      await setup.enter()
      await setup.page.getByText('PayPal failed to load.').waitFor()
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
    reach: async (setup) => {
      await requireProofOfWork(setup, 'PBKDF2/SHA-256')
      await setup.page.getByText('Checking that a person is paying').waitFor()
    },
  },
  {
    name: 'person-check-failed',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      await requireProofOfWork(setup, 'none that browsers know')
      await setup.page.getByText('could not finish the check').waitFor()
    },
  },
  {
    name: 'wallet-popup',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      await openPanel(setup)
      return openWallet(setup.page)
    },
  },
  {
    name: 'card-page',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      await openPanel(setup)
      await setup.page.getByRole('button', { name: 'Donate with Stripe' }).click()
      await setup.page.getByLabel('Card number').waitFor()
    },
  },
]

export async function openPanel({ enter, page }: StateSetup): Promise<void> {
  await enter()
  await page.getByRole('button', { name: 'Donate with PayPal' }).waitFor()
}

/** Makes the server ask for a proof of work that never ends. */
async function requireProofOfWork(setup: StateSetup, algorithm: string): Promise<void> {
  const endless = 'ff'.repeat(16)
  const parameters = { algorithm, nonce: '00', salt: '00', cost: 5_000, keyPrefix: endless }
  const challenge = { parameters, signature: '00' }
  const error = { code: 'resource-exhausted', message: 'Please try again.', requestId: 'r1' }
  await setup.page.route('**/api/create-checkout-session', (route) =>
    route.fulfill({ status: 429, json: { error: { ...error, challenge } } }),
  )
  await openPanel(setup)
  await setup.page.getByRole('button', { name: 'Donate with Stripe' }).click()
}
