import type { StateSetup, State } from './state.ts'

/** States of the donor's own place. */
export const ME_STATES: State[] = [
  { name: 'me', board: 'empty', scenario: 'evening', who: 'donor', reach: openMe },
  {
    name: 'me-empty',
    board: 'fourteen',
    who: 'donor',
    reach: async ({ page }) => {
      await page.goto('/me')
      await page.getByText('You have not donated yet.').waitFor()
    },
  },
  {
    name: 'me-logged-out',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ page }) => {
      await page.goto('/me')
      await page.getByRole('button', { name: 'Log in' }).waitFor()
    },
  },
  {
    name: 'me-failed',
    board: 'fourteen',
    who: 'donor',
    reach: async ({ page }) => {
      await page.route('**/api/me/**', (route) => route.abort())
      await page.goto('/me')
      await page.getByText(/^Your donations and settings could not be loaded\./).waitFor()
    },
  },
  {
    name: 'me-receipt',
    board: 'empty',
    scenario: 'evening',
    who: 'donor',
    reach: async (setup) => {
      await openMe(setup)
      const receipt = setup.page.getByRole('link', { name: /^Receipt of \$12\.50/ })
      await setup.page.goto((await receipt.getAttribute('href')) ?? '')
      await setup.page.getByText('$12.50').first().waitFor()
    },
  },
]

async function openMe({ page }: StateSetup): Promise<void> {
  await page.goto('/me')
  await page.getByText('$12.50', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Wells for Bahir Dar: the leaderboard' }).waitFor()
}
