import type { Page } from '@playwright/test'
import { PASSWORD } from '../helpers/browser/visitor.ts'
import { answerWith } from './page-control.ts'
import type { StateSetup, State } from './state.ts'

const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSW'
const SET_UP = {
  totpURI: `otpauth://totp/Donation%20Royale:vega%40royale.example?secret=${KEY}&issuer=Donation%20Royale`,
  backupCodes: [
    ['k7Qwe-9xTzP', 'mN3vB-4rLdG', 'yH8sC-2fJkW', 'pX5tR-6bVnM', 'dF1gZ-7hSqL'],
    ['wE9uY-3oKjH', 'cV4xN-8mBtR', 'sA6dF-1gHpQ', 'rT2yU-5iOlK', 'zX7cV-0bNwE'],
  ].flat(),
}

const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1000

/** A login in this browser and one in another, as no helper logs in with a real browser's name. */
function buildSessions(): object[] {
  const lastUsedAt = new Date(Date.now() - THREE_DAYS_MS).toISOString()
  return [
    { id: 's1', isCurrent: true, userAgent: 'Macintosh Chrome/142.0 Safari/537.36', lastUsedAt },
    { id: 's2', isCurrent: false, userAgent: 'iPhone Safari/604.1', lastUsedAt },
  ]
}

/** States of a signed-in donor's own account. */
export const OWN_ACCOUNT_STATES: State[] = [
  { name: 'your-account', board: 'fourteen', who: 'donor', reach: openAccount },
  { name: 'your-account-email', board: 'fourteen', who: 'donor', reach: open('Email') },
  { name: 'your-account-password', board: 'fourteen', who: 'donor', reach: open('Password') },
  {
    name: 'your-account-sessions',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      await answerWith(setup.page, '/api/auth/list-sessions', { sessions: buildSessions() })
      await openAccount(setup)
      await press(setup.page, 'Where you are logged in')
      await setup.page.getByText('This browser').waitFor()
    },
  },
  {
    name: 'your-account-passkeys',
    board: 'fourteen',
    who: 'donor',
    reach: async (setup) => {
      const passkey = { id: 'p1', name: 'Safari on iPhone', createdAt: '2026-11-02T10:00:00.000Z' }
      await answerWith(setup.page, '/api/auth/passkey/list-user-passkeys', { passkeys: [passkey] })
      await openAccount(setup)
      await press(setup.page, 'Passkeys')
      await setup.page.getByText('Added').waitFor()
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
    reach: async (setup) => {
      await beginSecondFactor(setup)
      await answerWith(setup.page, '/api/auth/two-factor/verify-totp', { user: {} })
      await turnSecondFactorOn(setup.page)
      await setup.page.getByLabel('Six-digit code').fill('123456')
      await press(setup.page, 'Turn On')
      await setup.page.getByRole('list', { name: 'Recovery codes' }).waitFor()
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

async function openAccount({ enter, page }: StateSetup): Promise<void> {
  await enter()
  await page.getByRole('button', { name: /\(your account\)$/ }).click()
  await page.getByRole('button', { name: /^Second factor/ }).waitFor()
}

function open(topic: string): State['reach'] {
  return async (setup) => {
    await openAccount(setup)
    await press(setup.page, topic)
    await setup.page.getByLabel('Current password').waitFor()
  }
}

async function beginSecondFactor(setup: StateSetup): Promise<void> {
  await answerWith(setup.page, '/api/auth/two-factor/enable', SET_UP)
  await open('Second factor')(setup)
  await setup.page.getByLabel('Current password').fill(PASSWORD)
  await press(setup.page, 'Set Up')
  await setup.page.getByRole('img', { name: /^QR code/ }).waitFor()
}

/** Has the account say that its second factor is on, as it is once a first code was right. */
async function turnSecondFactorOn(page: Page): Promise<void> {
  await page.route('**/api/auth/get-session', async (route) => {
    const response = await route.fetch()
    const session: { user: object } = await response.json()
    const user = { ...session.user, twoFactorEnabled: true }
    await route.fulfill({ response, json: { ...session, user } })
  })
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).click()
}
