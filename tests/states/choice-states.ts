import { choiceListSchema } from '#contract/choices.ts'
import { ROUTES } from '#contract/routes.ts'
import { enterLive, pressUntilShown } from './page-control.ts'
import type { State, StateSetup } from './state.ts'

const CHOICE = { board: 'empty', scenario: 'choice' } as const

const CHOICES = { board: 'empty', scenario: 'choices' } as const

const TIE = { board: 'empty', scenario: 'tie' } as const

/** States of the visitors' page with choices and matches. */
export const CHOICE_STATES: State[] = [
  { ...CHOICE, name: 'choice', who: 'visitor', reach: enterChoice },
  {
    ...CHOICE,
    name: 'choice-results',
    who: 'visitor',
    reach: async (setup) => {
      await enterChoice(setup)
      await openLine(setup)
    },
  },
  {
    ...CHOICE,
    name: 'choice-vote',
    who: 'donor',
    reach: async (setup) => {
      await enterChoice(setup)
      await setup.page.getByRole('radio', { name: 'Nautilus' }).click()
      await setup.page.getByText('Acme adds').last().waitFor()
    },
  },
  {
    ...CHOICES,
    name: 'choices',
    who: 'visitor',
    reach: async (setup) => {
      await enterChoice(setup)
      await openLine(setup)
    },
  },
  {
    ...CHOICES,
    name: 'choices-vote',
    who: 'donor',
    reach: async (setup) => {
      await enterChoice(setup)
      const option = setup.page.getByRole('radio', { name: 'Argo' })
      await pressUntilShown(setup.page.getByRole('button', { name: 'All 12' }), option)
      await option.click()
    },
  },
  {
    ...CHOICES,
    name: 'choices-closing',
    who: 'visitor',
    // The last minute has begun by the page's clock.
    reach: async (setup) => {
      await setup.page.clock.install({ time: Date.now() })
      await enterChoice(setup)
      await setup.page.clock.fastForward((await readTimeLeft(setup)) - 55_000)
      await setup.page.getByRole('timer').first().waitFor()
    },
  },
  {
    ...TIE,
    name: 'choice-tie',
    who: 'donor',
    reach: async (setup) => {
      await enterLive(setup)
      // The opened card is scrolled clear of the sheet, once that is there.
      await setup.page.getByRole('button', { name: 'Donate with Stripe' }).waitFor()
      await openLine(setup)
    },
  },
]

async function enterChoice(setup: StateSetup): Promise<void> {
  await enterLive(setup)
  await setup.page.getByRole('timer').first().waitFor()
}

/** Returns the time until the first choice closes, ms, which other states have taken some of. */
async function readTimeLeft({ backend }: StateSetup): Promise<number> {
  const answer = await fetch(`${backend.server.url}${ROUTES.choices}`)
  const { now, choices } = choiceListSchema.parse(await answer.json())
  return Math.min(...choices.map(({ choice }) => Date.parse(choice.closesAt))) - Date.parse(now)
}

async function openLine({ page }: StateSetup): Promise<void> {
  const board = page.getByRole('region', { name: 'Top Donors' })
  await board.locator('[data-tabs] summary', { has: page.locator('strong') }).click()
  await board.getByRole('heading', { level: 3 }).first().waitFor()
}
