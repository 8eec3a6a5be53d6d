import { HOST_ROUTES } from '#contract/host/routes.ts'
import { createChoice, createMatch } from '../helpers/server/create-choice.ts'
import { sendJson, signUp, type Donor } from '../helpers/server/donor.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'
import type { AppServer } from '../helpers/server/app-server.ts'
import type { StateAccounts } from './state-accounts.ts'

interface Backend extends StateAccounts {
  server: AppServer
}

const HOUR_S = 3_600

const NAMES = ['Mira Kell', 'Theo Marsh', 'Priya Nair', 'Kofi Mensah', 'Zoë Brandt', 'Nova Reyes']

const LONG = [
  'Nautilus',
  'The Unsinkable Molly Brown of the Northern Seas and Isles',
  'Storm Petrel',
  'Grace Darling, who rowed out to the Forfarshire in 1838',
  'Kon-Tiki',
  'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  'Argo',
  'Bounty',
  'Mary Rose',
  'Cutty Sark',
  'Golden Hind',
  'Boaty McBoatface',
]

/** Histories with choices and matches. */
export const CHOICE_SCENARIOS = {
  /** A choice of two on the way to a goal, which a sponsor doubles. */
  choice: async ({ server, host, donor }: Backend): Promise<void> => {
    const owner = await host()
    await publishCampaign(owner, {
      cause: 'a new lifeboat',
      goal: {
        amountCents: 50_000,
        milestones: [
          { amountCents: 20_000, name: 'a new keel', description: 'Oak from the valley.' },
          { amountCents: 45_000, name: 'a new rudder', description: '' },
        ],
      },
    })
    const { options } = await createChoice(owner, {
      question: 'Which name shall she bear?',
      options: ['Nautilus', 'Storm Petrel'],
      toS: 2 * HOUR_S,
    })
    await createMatch(owner, { sponsor: 'Acme', ratePercent: 100, capCents: 30_000, toS: HOUR_S })
    await payVotes(server, options, [4_000, 2_500, 6_000, 1_000, 3_000, 1_200])
    await pay(await donor(), 1_800, { name: 'Vega Solano' })
  },
  /** A choice of twelve with long names, and another one, without a goal. */
  choices: async ({ server, host, donor }: Backend): Promise<void> => {
    const owner = await host()
    await publishCampaign(owner, { cause: 'a new lifeboat' })
    const { options } = await createChoice(owner, {
      question: 'What shall the lifeboat be called once she is afloat again?',
      options: LONG,
      toS: HOUR_S,
    })
    await createChoice(owner, {
      question: 'Which colour?',
      options: ['Red', 'Orange'],
      toS: 2 * HOUR_S,
    })
    await payVotes(server, options, [4_000, 2_500, 6_000, 1_000, 3_000, 1_200])
    await pay(await donor(), 1_800, { name: 'Vega Solano' })
  },
  /** A choice that ended in a tie, and a match that is used up, without a goal. */
  tie: async ({ server, host, donor }: Backend): Promise<void> => {
    const owner = await host()
    await publishCampaign(owner, { cause: 'a new lifeboat' })
    const { id, options } = await createChoice(owner, {
      question: 'Which colour?',
      options: ['Red', 'Orange', 'Neither'],
      toS: HOUR_S,
    })
    await createMatch(owner, { sponsor: 'Acme', ratePercent: 50, capCents: 2_500, toS: HOUR_S })
    await payVotes(server, options, [2_000, 2_500, 700, 500])
    await pay(await donor(), 1_800, { name: 'Vega Solano' })
    await sendJson(owner, `${HOST_ROUTES.choices}/${id}/end`, { body: {} })
  },
}

/** Has donors give these amounts, each for the next option. */
async function payVotes(
  { url }: AppServer,
  options: readonly { id: string }[],
  amountsCents: readonly number[],
): Promise<void> {
  for (const [index, amountCents] of amountsCents.entries()) {
    const optionId = options[index % options.length]?.id
    await pay(await signUp(url), amountCents, { name: NAMES[index], optionId })
  }
}

async function pay(
  donor: Donor,
  amountCents: number,
  { name, optionId }: { name: string | undefined; optionId?: string | undefined },
): Promise<void> {
  await donor.fetchCheckout(await donor.payByCard(amountCents, name, optionId))
}
