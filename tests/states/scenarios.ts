import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sessionSchema } from '#contract/checkouts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import type { AppServer } from '../helpers/server/app-server.ts'
import {
  payOnHostedPage,
  sendJson,
  signUp,
  signUpAll,
  type Donor,
} from '../helpers/server/donor.ts'
import { control, findPayment } from '../helpers/server/embedded-sandbox.ts'
import { createRound } from '../helpers/server/create-round.ts'
import { endRound } from '../helpers/server/end-round.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'
import { refund } from '../helpers/server/refund.ts'
import { setScreening } from '../helpers/server/screening.ts'
import { fillDonations } from '../../benchmarks/fixtures/fill-donations.ts'
import { CHOICE_SCENARIOS } from './choice-scenarios.ts'
import { runCrowns } from './crown-scenario.ts'
import type { StateAccounts } from './state-accounts.ts'

/** The names of the scenarios. */
export type ScenarioName = keyof typeof SCENARIOS

interface ScenarioBackend extends StateAccounts {
  server: AppServer
}

const GIFTS: [name: string, amountCents: number][] = [
  ['Ada Lovelace', 500],
  ['Kofi Mensah', 2_500],
  ['Zoë Brandt', 13_500],
  ['Theo Marsh', 8_450],
  ['Priya Nair', 9_900],
  ['Caspian Vale', 19_900],
  ['Nova Reyes', 50_000],
]

const WAITING: [displayName: string, message: string][] = [
  ['xX_DeadPool_Xx', 'For the wells, from all of us on the night shift.'],
  ['Lyra', 'Visit my shop at lyra-stars.example!'],
  ['The Okafor family', 'In memory of grandmother, who walked four miles for water.'],
]

/** The gifts of each donor, for boards of donors. */
const GIFTS_BY_DONOR: [name: string, amountsCents: number[]][] = [
  ['Mira Kell', [2_500, 4_000, 1_250]],
  ['Theo Marsh', [6_000]],
  ['Priya Nair', [2_000, 2_000]],
  ['Kofi Mensah', [3_500]],
  ['Zoë Brandt', [1_000, 500, 1_500]],
  ['Caspian Vale', [2_750]],
  ['Nova Reyes', [500, 1_500]],
  ['Ada Lovelace', [1_200]],
]

/** Histories of a server before a state, made through the product's own routes. */
export const SCENARIOS = {
  ...CHOICE_SCENARIOS,
  /** A campaign that has run for an evening: money, a refund, a dispute, texts, a team. */
  evening: async (backend: ScenarioBackend): Promise<void> => {
    const host = await backend.host()
    await publishCampaign(host, {
      title: 'Wells for Bahir Dar',
      cause: 'clean water for Bahir Dar',
      host: 'the Blue Nile Society',
      about:
        'Forty villages around Lake Tana have no well of their own.\n\nEach $4,000 digs one, with a pump that a village repairs itself. We have dug eleven since 2021.',
      recipient: { name: 'Blue Nile Society e.V.', contact: 'hello@blue-nile.example' },
      links: { terms: null, privacy: 'https://blue-nile.example/privacy', imprint: null },
      deadline: '2030-12-24T18:00:00Z',
    })
    await setScreening(host, 'off')
    await payAll(backend)
    await setScreening(host, 'hold')
    await holdTexts(backend)
    await backend.moderator()
  },
  /** A club whose members have given once or more, with several boards. */
  club: async ({ server, host, donor }: ScenarioBackend): Promise<void> => {
    await publishCampaign(await host(), {
      boards: ['donations-all-time', 'donations-today', 'donors-week', 'donors-all-time'],
    })
    await payGifts(server.url)
    await pay(await donor(), 1_800, 'Vega Solano')
  },
  /** A campaign with teams that donors may found, whose board stands first. */
  teams: async ({ host }: ScenarioBackend): Promise<void> => {
    await publishCampaign(await host(), {
      cause: 'a new lifeboat',
      teams: 'donors',
      boards: ['teams-all-time', 'team-averages-all-time', 'donations-all-time'],
    })
  },
  /** The same, with a word that is no name, and a name that waits for the host. */
  'held team': async ({ server, host, donor }: ScenarioBackend): Promise<void> => {
    const owner = await host()
    await publishCampaign(owner, { teams: 'donors', boards: ['teams-all-time'] })
    const other = await signUp(server.url)
    // Who has given can found one.
    for (const one of [other, await donor()]) await pay(one, 500, 'Vega')
    await setScreening(owner, 'hold', ['weasels'])
    await sendJson(other, ROUTES.teams, { body: { name: 'The Lynxes' } })
    for (const name of ['Orion', 'Harbour Choir', 'Night Shift']) {
      await sendJson(owner, HOST_ROUTES.teams, { body: { name } })
    }
  },
  /** A campaign on its way to a goal, with two of three milestones reached. */
  goal: async ({ server, host, donor }: ScenarioBackend): Promise<void> => {
    await publishCampaign(await host(), {
      cause: 'a new lifeboat',
      goal: {
        amountCents: 50_000,
        milestones: [
          { amountCents: 10_000, name: 'a new keel', description: 'Oak from the valley.' },
          { amountCents: 25_000, name: 'sails of our own', description: '' },
          { amountCents: 40_000, name: 'a new rudder', description: 'Steers in any sea.' },
        ],
      },
    })
    await payGifts(server.url)
    await pay(await donor(), 1_800, 'Vega Solano')
  },
  /** A club in the middle of a round, with a round before it, and one that was cancelled. */
  round: async ({ server, host, donor }: ScenarioBackend): Promise<void> => {
    const owner = await host()
    const first = await createRound(owner, { name: 'Warm-up', fromS: -5, toS: 600 })
    const givers = await signUpAll(server.url, GIFTS_BY_DONOR.length)
    for (const [index, [name, amountsCents]] of GIFTS_BY_DONOR.entries()) {
      const giver = givers[index]
      if (giver === undefined) continue
      for (const amountCents of amountsCents) await pay(giver, amountCents, name)
    }
    await endRound(owner, first)
    await createRound(owner, {
      name: 'The final hour',
      prize: 'dinner with the band',
      overtimes: 5,
      pending: 'begun',
      fromS: 0,
      toS: 3_000,
    })
    await setTimeout(1_000)
    for (const [index, [name]] of GIFTS_BY_DONOR.entries()) {
      const giver = givers[index]
      if (giver !== undefined) await pay(giver, 1_000 * (9 - index) - 5 * index, name)
    }
    await pay(await donor(), 6_300, 'Vega Solano')
  },
  /** A campaign with crowns, and a round of four hours that is over. */
  crowns: runCrowns,
  /** A campaign with 100,000 donations in five weeks, which are written into the database directly. */
  crowd: async ({ server }: ScenarioBackend): Promise<void> => {
    await server.kill()
    fillDonations(join(server.dataDir, 'royale.db'), 100_000)
    await server.restart()
  },
}

async function payGifts(url: string): Promise<void> {
  for (const [name, amountsCents] of GIFTS_BY_DONOR) {
    const giver = await signUp(url)
    for (const amountCents of amountsCents) await pay(giver, amountCents, name)
  }
}

async function payAll({ server, host, donor }: ScenarioBackend): Promise<void> {
  const giver = await signUp(server.url)
  for (const [name, amountCents] of GIFTS) await pay(giver, amountCents, name)
  await pay(await donor(), 1_250, 'Vega Solano')
  const reason = 'They meant to give $54.50.'
  await refund(await host(), { ofCents: 8_450, amountCents: 3_000, reason })
  const paymentId = await findPayment(server, 19_900)
  await control(server, '/disputes', { provider: 'stripe', paymentId })
}

async function holdTexts({ server, donor }: ScenarioBackend): Promise<void> {
  for (const [displayName, message] of WAITING) {
    const giver = await signUp(server.url)
    await sendJson(giver, ROUTES.profile, { method: 'PUT', body: { displayName } })
    const body = { amountCents: 1_500, message }
    const session = await sendJson(giver, ROUTES.createSession, { body })
    const { id, url } = sessionSchema.parse(await session.json())
    await payOnHostedPage(url)
    await giver.fetchCheckout(id)
  }
  const own = await donor()
  await sendJson(own, ROUTES.profile, { method: 'PUT', body: { displayName: 'Vega of the Lyre' } })
  await pay(own, 4_200)
}

async function pay(donor: Donor, amountCents: number, name?: string): Promise<void> {
  await donor.fetchCheckout(await donor.payByCard(amountCents, name))
}
