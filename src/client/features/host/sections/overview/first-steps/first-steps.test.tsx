import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { PaymentsMode } from '#contract/config.ts'
import { serveApi } from '#tests/helpers/page/page.ts'
import { ConsoleProvider } from '../../../session/console-context.ts'
import { FirstSteps } from './first-steps.tsx'

const ACCOUNT = {
  userId: 'u1',
  email: 'h@example.org',
  role: 'owner',
  hasSecondFactor: true,
} as const

/** Opens the steps of a page with this cause, and returns the titles of those that are done. */
async function readDone(cause: string, mode: PaymentsMode): Promise<(string | null)[]> {
  const campaign = { ...DEFAULT_CAMPAIGN, cause }
  const body = { campaign, locked: [], file: null, mostCents: 99_999_999 }
  serveApi({ 'GET /api/host/campaign': { body } })
  render(
    <ConsoleProvider value={{ account: ACCOUNT, mode, openAccount: () => {} }}>
      <FirstSteps />
    </ConsoleProvider>,
  )
  await screen.findByRole('heading', { name: 'Before the first donation' })
  const done = screen.queryAllByRole('heading', { level: 4, name: /: done$/ })
  return done.map(({ textContent }) => textContent)
}

test('a new page has each step before it', async () => {
  expect(await readDone('', 'sandbox')).toEqual([])
  expect(screen.getByRole('link', { name: 'Open Campaign' }).getAttribute('href')).toBe(
    '/host/campaign',
  )
})

test('a cause and live keys are said to be done', async () => {
  expect(await readDone('clean water', 'live')).toEqual([
    'Say what it is for: done',
    'Connect Stripe or PayPal: done',
  ])
  expect(screen.getByText('For clean water.')).toBeTruthy()
})
