import { hostRoundsSchema } from '#contract/host/rounds.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { roundListSchema } from '#contract/rounds.ts'
import { ROUTES } from '#contract/routes.ts'
import { sendJson } from '../helpers/server/donor.ts'
import { refund } from '../helpers/server/refund.ts'
import { approve, chooseAmount, openWallet } from '../helpers/browser/visitor.ts'
import { openState } from './open-state.ts'
import { enterLive } from './page-control.ts'
import type { State, StateSetup } from './state.ts'

const ROUND = { board: 'empty', scenario: 'round' } as const

const CLUB = { board: 'empty', scenario: 'club' } as const

/** States of the visitors' page with several boards. */
export const TAB_STATES: State[] = [
  { ...CLUB, name: 'boards', who: 'donor', reach: enterLive },
  {
    ...CLUB,
    name: 'boards-donors',
    who: 'visitor',
    reach: async (setup) => {
      await enterLive(setup)
      await setup.page.getByRole('tab', { name: 'Donors this week' }).click()
      await setup.page.getByText('$77.50').first().waitFor()
    },
  },
  { ...ROUND, name: 'round', who: 'donor', reach: enterRound },
  {
    ...ROUND,
    name: 'round-photo',
    who: 'visitor',
    // The last minute has begun by the page's clock.
    reach: async (setup) => {
      await setup.page.clock.install({ time: Date.now() })
      await enterRound(setup)
      await setup.page.clock.fastForward((await readTimeLeft(setup)) - 55_000)
      await setup.page
        .getByText(/behind/)
        .first()
        .waitFor()
    },
  },
  {
    ...ROUND,
    name: 'round-counting',
    who: 'visitor',
    // The end is over by the page's clock.
    reach: async (setup) => {
      await setup.page.clock.install({ time: Date.now() })
      await enterRound(setup)
      await setup.page.clock.fastForward((await readTimeLeft(setup)) + 1_000)
      await setup.page.getByText('Counting the last payments').waitFor()
    },
  },
  {
    ...ROUND,
    name: 'round-ceremony',
    who: 'visitor',
    changesServer: true,
    isHuge: true,
    reach: async (setup) => {
      await enterRound(setup)
      await actOnRound(setup, 'end')
      await setup.page.getByRole('dialog').getByText('The prize').waitFor()
    },
  },
  {
    ...ROUND,
    name: 'round-waiting',
    who: 'visitor',
    changesServer: true,
    reach: async (setup) => {
      await enterRound(setup)
      await payPending(setup, '75')
      await actOnRound(setup, 'end')
      await setup.page.getByText('Still on the way').waitFor()
      await setup.page.getByRole('button', { name: 'Close' }).click()
      await setup.page.getByText('Still on the way').scrollIntoViewIfNeeded()
    },
  },
  {
    ...ROUND,
    name: 'round-cancelled',
    who: 'visitor',
    changesServer: true,
    isHuge: true,
    reach: async (setup) => {
      await enterRound(setup)
      await actOnRound(setup, 'cancel')
      await setup.page.getByText('was cancelled by the host').waitFor()
    },
  },
  {
    ...ROUND,
    name: 'round-hall',
    who: 'visitor',
    reach: async (setup) => {
      await enterRound(setup)
      await setup.page.getByRole('button', { name: 'Hall of fame' }).click()
      await setup.page.getByRole('dialog').getByText('Zoë').waitFor()
    },
  },
  {
    ...ROUND,
    name: 'round-hall-struck',
    who: 'visitor',
    changesServer: true,
    isHuge: true,
    reach: async (setup) => {
      const host = await setup.backend.host()
      for (const ofCents of [4_000, 6_000]) {
        await refund(host, { ofCents, amountCents: ofCents, reason: 'Paid twice.' })
      }
      await enterRound(setup)
      await setup.page.getByRole('button', { name: 'Hall of fame' }).click()
      await setup.page.getByRole('dialog').getByText('Money came back.').waitFor()
    },
  },
]

/** Has the donor begin a payment, on a page of their own, on which its provider works. */
async function payPending({ context, backend }: StateSetup, amount: string): Promise<void> {
  const browser = context.browser()
  if (browser === null) throw new Error('The context has no browser of its own.')
  const reach: State['reach'] = async ({ enter, page }) => {
    await enter()
    await chooseAmount(page, amount)
    await approve(await openWallet(page), { givenName: 'Vega', surname: 'PENDING' })
    await page.getByText('Being confirmed').waitFor()
  }
  const paying = { name: 'paying', board: 'empty', who: 'donor', reach } as const
  const { close } = await openState(browser, backend, paying)
  await close()
}

/** Has the host end or cancel the round that runs. */
async function actOnRound({ backend }: StateSetup, action: 'end' | 'cancel'): Promise<void> {
  const host = await backend.host()
  const { rounds } = hostRoundsSchema.parse(await (await host.call(HOST_ROUTES.rounds)).json())
  const running = rounds.find(({ results, cancelled }) => results === null && !cancelled)
  await sendJson(host, `${HOST_ROUTES.rounds}/${running?.id}/${action}`, { body: {} })
}

/** Returns the time until the round that runs ends, ms, which other states have taken some of. */
async function readTimeLeft({ backend }: StateSetup): Promise<number> {
  const answer = await fetch(`${backend.server.url}${ROUTES.rounds}`)
  const { now, current } = roundListSchema.parse(await answer.json())
  if (current === null) throw new Error('No round runs.')
  return Date.parse(current.endsAt) - Date.parse(now)
}

async function enterRound(setup: StateSetup): Promise<void> {
  await enterLive(setup)
  await setup.page.getByRole('timer').waitFor()
  // The server's time came with the rounds: a clock that is put forward later does not change it.
  await setup.page.getByRole('button', { name: /^Hall/ }).waitFor()
  await setup.page.getByRole('listitem').filter({ hasText: '$90.00' }).first().waitFor()
}
