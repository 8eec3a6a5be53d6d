import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AppServer } from '../helpers/server/app-server.ts'
import { createRound } from '../helpers/server/create-round.ts'
import { signUpAll } from '../helpers/server/donor.ts'
import { endRound } from '../helpers/server/end-round.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'
import type { StateAccounts } from './state-accounts.ts'

/** The names of the donors, and who gives how much in which order: the first place changes often. */
const NAMES = ['Mira Kell', 'Theo Marsh', 'Priya Nair', 'Kofi Mensah', 'Zoë Brandt', 'Caspian Vale']
const GIFTS: readonly (readonly [donor: number, amountCents: number])[] = [
  [0, 1_500],
  [1, 2_000],
  [2, 1_000],
  [3, 2_500],
  [0, 1_250],
  [4, 2_600],
  [2, 2_000],
  [1, 2_400],
  [5, 500],
  [3, 2_100],
  [5, 6_250],
  [4, 4_000],
  [0, 3_500],
]

const HOUR_MS = 3_600_000

interface Backend extends StateAccounts {
  server: AppServer
}

/** A campaign with crowns, and a round of four hours that is over; its donations lie all over it. */
export async function runCrowns({ server, host, donor }: Backend): Promise<void> {
  const owner = await host()
  await publishCampaign(owner, {
    cause: 'a new lifeboat',
    crowns: true,
    goal: {
      amountCents: 80_000,
      milestones: [{ amountCents: 15_750, name: 'a new keel', description: '' }],
    },
  })
  const round = await createRound(owner, { name: 'Midwinter night', fromS: -5, toS: 900 })
  const givers = await signUpAll(server.url, NAMES.length)
  for (const [index, amountCents] of GIFTS) {
    const giver = givers[index]
    if (giver === undefined) continue
    await giver.fetchCheckout(await giver.payByCard(amountCents, NAMES[index]))
  }
  const own = await donor()
  await own.fetchCheckout(await own.payByCard(1_800, 'Vega Solano'))
  await endRound(owner, round)
  await server.kill()
  spread(join(server.dataDir, 'royale.db'))
  await server.restart()
}

/** Spreads the donations over the four hours before the end of the round. */
function spread(file: string): void {
  const database = new DatabaseSync(file)
  const end = `(select ends_at from rounds)`
  database.exec(`
    update donations set captured_at = ${end} - cast(${4 * HOUR_MS} *
      (1 - (sequence - (select min(sequence) from donations) + 0.5) /
        ((select count(*) from donations) + 0.0)) as integer),
      timestamp = ${end} - cast(${4 * HOUR_MS} *
      (1 - (sequence - (select min(sequence) from donations) + 0.5) /
        ((select count(*) from donations) + 0.0)) as integer);
    update donation_sums set timestamp =
      (select timestamp from donations where donations.sequence = donation_sums.sequence);
    update rounds set starts_at = ends_at - ${4 * HOUR_MS}`)
  database.close()
}
