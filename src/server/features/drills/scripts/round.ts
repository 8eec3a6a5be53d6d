import pMap from 'p-map'
import { formatAmount } from '#contract/money.ts'
import { findMostCents } from '../payers.ts'
import type { Stage } from '../stage.ts'

const ROUND_MS = 60_000
const DONATIONS = 200

/**
 * The time in which the donors pay, ms. The last ones need a moment until their money is taken, which
 * must be before the end.
 */
const PAYING_MS = 52_000

/** The payments that are made at the same time. */
const CONCURRENCY = 8

/** The longest wait for the results after the end, ms. */
const RESULTS_MS = 60_000

/** A round of a minute with 200 donors, of whom the first place changes hands until the end. */
export async function round(stage: Stage): Promise<void> {
  await stage.standIns.setWebhookFaults({})
  stage.record.planned = DONATIONS
  const { rehearsal } = stage.deps
  const begun = await rehearsal.begin(stage.actor, ROUND_MS)
  stage.say(`The round ‘${begun.name}’ runs for a minute: open the page to watch it.`)
  try {
    await play(stage, begun.id)
  } catch (error) {
    // Without its donors, everybody would still see its clock, and its end.
    if (await rehearsal.cancel(stage.actor, begun.id)) stage.say('The round is cancelled.')
    throw error
  }
}

async function play(stage: Stage, id: string): Promise<void> {
  const { rehearsal, campaign } = stage.deps
  const part = Math.min(1, findMostCents(campaign) / priceOf(DONATIONS - 1))
  const pay = (index: number) =>
    stage.payOnce(index, ['stripe', 'paypal'], { amountCents: Math.floor(part * priceOf(index)) })
  await pMap(stage.inTime(DONATIONS, PAYING_MS), pay, { concurrency: CONCURRENCY })
  stage.say(`${stage.payments.length} donors paid ${stage.total}. The round is being counted.`)
  const hasResults = async () => (await rehearsal.readResults(id)) !== undefined
  await stage.until(hasResults, ROUND_MS + RESULTS_MS)
  await checkResults(stage, id)
  await stage.verifyWebhooks()
  await stage.verify()
}

async function checkResults(stage: Stage, id: string): Promise<void> {
  const results = await stage.deps.rehearsal.readResults(id)
  if (results === undefined) {
    stage.check(false, { right: '', wrong: 'The round has no results.' })
    return
  }
  const { count, amountCents, winner } = results
  const paidCents = stage.payments.reduce((sum, payment) => sum + payment.amountCents, 0)
  stage.check(count === stage.payments.length && amountCents === paidCents, {
    right: `The results have each of the ${count} donors, with ${formatAmount(amountCents)}. ${winner} has won.`,
    wrong: `The results have ${count} donors with ${formatAmount(amountCents)}: other donations came in that minute, or some were taken after its end.`,
  })
}

/** Returns an amount in cents; every twentieth donor gives more than all before. */
function priceOf(index: number): number {
  const isLeap = index % 20 === 19
  return isLeap ? 5_000 + index * 100 : 300 + ((index * 7_919) % 4_600)
}
