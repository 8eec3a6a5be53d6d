import { openSection } from '../helpers/browser/host.ts'
import { enterLive, pressUntilShown } from './page-control.ts'
import type { State, StateSetup } from './state.ts'

const TEAMS = { scenario: 'teams' } as const
const HELD = { board: 'empty', scenario: 'held team' } as const

/** States of teams, which the page calls constellations. */
export const TEAM_STATES: State[] = [
  { ...TEAMS, name: 'teams-none', board: 'empty', who: 'visitor', reach: enterSky },
  { ...TEAMS, name: 'teams-one', board: 'one team', who: 'visitor', reach: enterSky },
  { ...TEAMS, name: 'teams-two', board: 'two teams', who: 'visitor', reach: enterSky },
  { ...TEAMS, name: 'teams', board: 'eleven teams', who: 'donor', reach: enterSky },
  { ...TEAMS, name: 'teams-many', board: 'many teams', who: 'donor', reach: enterSky },
  {
    ...TEAMS,
    name: 'teams-list',
    board: 'eleven teams',
    who: 'visitor',
    reach: async (setup) => {
      await enterSky(setup)
      await setup.page.getByRole('button', { name: 'All 11 constellations' }).click()
      const dialog = setup.page.getByRole('dialog', { name: 'Constellations' })
      await dialog.getByRole('button', { name: /Orion/ }).click()
      await dialog.getByText('Anonymous').first().waitFor()
    },
  },
  {
    ...TEAMS,
    name: 'teams-panel',
    board: 'many teams',
    who: 'donor',
    reach: async (setup) => {
      await openPanel(setup)
      const choice = setup.page.getByRole('combobox', { name: 'Your constellation' })
      await choice.selectOption('Orion')
      await choice.evaluate((select) => select.scrollIntoView({ block: 'nearest' }))
    },
  },
  { ...HELD, name: 'teams-found', who: 'donor', reach: openFounding },
  {
    ...HELD,
    name: 'teams-name-refused',
    who: 'donor',
    reach: async (setup) => {
      await openFounding(setup)
      await setup.page.getByLabel('Its name').fill('The Weasels')
      await setup.page.getByRole('button', { name: 'Start it' }).click()
      await setup.page.getByText('This name cannot be used here: choose another.').waitFor()
    },
  },
  {
    ...HELD,
    name: 'me-team',
    who: 'donor',
    reach: async ({ page }) => {
      await page.goto('/me')
      await page.getByRole('combobox', { name: 'Your constellation' }).waitFor()
      await page
        .getByRole('region', { name: 'Your constellation' })
        .evaluate((section) => section.scrollIntoView())
    },
  },
  { ...HELD, name: 'host-teams', who: 'host', reach: openConsole },
  {
    board: 'empty',
    scenario: 'teams',
    name: 'host-teams-none',
    who: 'host',
    reach: openConsole,
  },
  {
    ...TEAMS,
    board: 'many teams',
    name: 'host-teams-many',
    who: 'host',
    isHuge: true,
    reach: openConsole,
  },
]

async function enterSky(setup: StateSetup): Promise<void> {
  await enterLive(setup)
  await setup.page
    .getByText(/Each donor is a star|each donor is a star|makes it a contest/)
    .waitFor()
}

async function openPanel(setup: StateSetup): Promise<void> {
  await enterLive(setup)
  await setup.page.getByRole('button', { name: 'Donate with Stripe' }).waitFor()
  const sheet = setup.page.getByRole('button', { name: 'Change the amount' })
  if (await sheet.isVisible()) await sheet.click()
}

async function openFounding(setup: StateSetup): Promise<void> {
  const { page } = setup
  await openPanel(setup)
  await pressUntilShown(
    page.getByRole('button', { name: 'Start a constellation' }),
    page.getByRole('dialog', { name: 'Start a constellation' }),
  )
}

async function openConsole({ page }: StateSetup): Promise<void> {
  await openSection(page, '/host/constellations', 'Constellations')
  await page.getByRole('heading', { name: 'All constellations' }).waitFor()
}
