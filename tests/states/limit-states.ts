import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROUTES } from '#contract/routes.ts'
import { endPath } from '#server/features/reminders/end-path.ts'
import { createEndTokens } from '#server/features/reminders/end-token.ts'
import { sendJson } from '../helpers/server/donor.ts'
import { chooseAmount } from '../helpers/browser/visitor.ts'
import type { StateSetup, State } from './state.ts'

/** States of limits, pauses and reminders. */
export const LIMIT_STATES: State[] = [
  {
    name: 'me-limits',
    board: 'empty',
    scenario: 'evening',
    who: 'donor',
    changesServer: true,
    reach: async (setup) => {
      await setLimits(setup, { dayCents: 8_000, weekCents: 20_000 })
      await setLimits(setup, { dayCents: 8_000, weekCents: 30_000 })
      await openLimits(setup)
    },
  },
  {
    name: 'me-paused',
    board: 'empty',
    scenario: 'evening',
    who: 'donor',
    changesServer: true,
    reach: async (setup) => {
      await setLimits(setup, { dayCents: 5_000, weekCents: null })
      await sendJson(await setup.backend.donor(), ROUTES.ownPause, { body: {} })
      await openLimits(setup)
      await setup.page.getByText(/^Your donations are paused until/).waitFor()
    },
  },
  {
    name: 'limit-near',
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    reach: openPanelNearLimit,
  },
  {
    name: 'limit-refused',
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    reach: async (setup) => {
      await openPanelNearLimit(setup)
      await chooseAmount(setup.page, '25')
      await setup.page.getByRole('button', { name: 'Donate with Stripe' }).click()
      await setup.page.getByText(/^Your limit is \$50\.00 a day/).waitFor()
    },
  },
  {
    name: 'reminders-end',
    board: 'empty',
    who: 'visitor',
    reach: async ({ page, backend }) => {
      const secrets = readFileSync(join(backend.server.dataDir, 'secrets.json'), 'utf8')
      const { authSecret } = z.object({ authSecret: z.string() }).parse(JSON.parse(secrets))
      await page.goto(endPath(createEndTokens(authSecret).sign('somebody')))
      await page.getByRole('button', { name: 'End my reminders' }).waitFor()
    },
  },
]

async function setLimits(
  { backend }: StateSetup,
  limits: { dayCents: number | null; weekCents: number | null },
): Promise<void> {
  await sendJson(await backend.donor(), ROUTES.ownLimits, { method: 'PUT', body: limits })
}

async function openLimits({ page }: StateSetup): Promise<void> {
  await page.goto('/me#limits')
  await page.getByRole('heading', { name: 'Limits and pause' }).waitFor()
  await page.getByText(/^Reminders are/).waitFor()
  await page.getByText('$12.50', { exact: true }).waitFor()
  await page.locator('#limits').scrollIntoViewIfNeeded()
}

/** Opens the panel of a donor who has given $30.00 of $50.00, in three donations. */
async function openPanelNearLimit(setup: StateSetup): Promise<void> {
  const { page, backend } = setup
  const donor = await backend.donor()
  await setLimits(setup, { dayCents: 5_000, weekCents: null })
  for (let count = 0; count < 3; count += 1) {
    await donor.fetchCheckout(await donor.payByCard(1_000, 'Vega Solano'))
  }
  await setup.enter()
  await page.getByText(/^\$20 of your \$50 a day are left\./).waitFor()
}
