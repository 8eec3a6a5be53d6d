import type { Page } from '@playwright/test'
import { PASSWORD } from '../helpers/visitor.ts'
import { answerWith } from './stage-hands.ts'
import type { Stage, State } from './state.ts'

const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSW'
const SET_UP = {
  totpURI: `otpauth://totp/Donation%20Royale:vega%40royale.example?secret=${KEY}&issuer=Donation%20Royale`,
  backupCodes: [
    ['k7Qwe-9xTzP', 'mN3vB-4rLdG', 'yH8sC-2fJkW', 'pX5tR-6bVnM', 'dF1gZ-7hSqL'],
    ['wE9uY-3oKjH', 'cV4xN-8mBtR', 'sA6dF-1gHpQ', 'rT2yU-5iOlK', 'zX7cV-0bNwE'],
  ].flat(),
}

/** The views that a signed-in donor has of their own account. */
export const OWN_ACCOUNT_STATES: State[] = [
  { name: 'your-account', board: 'fourteen', who: 'donor', reach: openAccount },
  { name: 'your-account-email', board: 'fourteen', who: 'donor', reach: open('Email') },
  { name: 'your-account-password', board: 'fourteen', who: 'donor', reach: open('Password') },
  {
    name: 'your-account-sessions',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await openAccount(stage)
      await press(stage.page, 'Where you are logged in')
      await stage.page.getByText('This browser').waitFor()
    },
  },
  {
    name: 'your-account-passkeys',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      const passkey = { id: 'p1', name: 'Safari on iPhone', createdAt: '2026-11-02T10:00:00.000Z' }
      await answerWith(stage.page, '/api/auth/passkey/list-user-passkeys', { passkeys: [passkey] })
      await openAccount(stage)
      await press(stage.page, 'Passkeys')
      await stage.page.getByText('Added').waitFor()
    },
  },
  {
    name: 'second-factor-key',
    board: 'fourteen',
    who: 'donor',
    reach: beginSecondFactor,
  },
  {
    name: 'recovery-codes',
    board: 'fourteen',
    who: 'donor',
    reach: async (stage) => {
      await beginSecondFactor(stage)
      await answerWith(stage.page, '/api/auth/two-factor/verify-totp', { user: {} })
      await stage.page.getByLabel('Six-digit code').fill('123456')
      await press(stage.page, 'Turn On')
      await stage.page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    },
  },
  {
    name: 'confirmed-email',
    board: 'fourteen',
    who: 'donor',
    reach: async ({ enter, page }) => {
      const answer = { status: true, email: 'vega@royale.example', changed: false }
      await answerWith(page, '/api/auth/verify-email', answer)
      await enter()
      await page.goto('/#confirm-email=a-token')
      await page.getByRole('button', { name: 'Continue' }).waitFor()
    },
  },
]

async function openAccount({ enter, page }: Stage): Promise<void> {
  await enter()
  await page.getByRole('button', { name: /^Your account:/ }).click()
  await page.getByRole('button', { name: /^Second factor/ }).waitFor()
}

function open(topic: string): State['reach'] {
  return async (stage) => {
    await openAccount(stage)
    await press(stage.page, topic)
    await stage.page.getByLabel('Current password').waitFor()
  }
}

async function beginSecondFactor(stage: Stage): Promise<void> {
  await answerWith(stage.page, '/api/auth/two-factor/enable', SET_UP)
  await open('Second factor')(stage)
  await stage.page.getByLabel('Current password').fill(PASSWORD)
  await press(stage.page, 'Set Up')
  await stage.page.getByRole('img', { name: /^QR code/ }).waitFor()
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).click()
}
