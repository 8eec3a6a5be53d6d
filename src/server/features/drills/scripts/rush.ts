import pMap from 'p-map'
import type { Stage } from '../stage.ts'

const MINUTE_MS = 60_000
const DONATIONS = 500

/** The payments that are made at the same time. */
const CONCURRENCY = 16

/** The time between two comparisons of all donations, ms. */
const COMPARE_INTERVAL_MS = 2_000

/** The longest wait for the last donations, ms. */
const PROMPT_MS = 2 * MINUTE_MS

/** As many donations a minute as a big stream brings, for one minute. */
export async function rush(stage: Stage): Promise<void> {
  await stage.standIns.setWebhookFaults({})
  stage.record.planned = DONATIONS
  stage.say(`For a minute donors pay at a rate of ${DONATIONS} a minute, by card and by wallet.`)
  await pMap(
    stage.inTime(DONATIONS, MINUTE_MS),
    (index) => stage.payOnce(index, ['stripe', 'paypal']),
    {
      concurrency: CONCURRENCY,
    },
  )
  const paid = stage.payments.length
  stage.check(paid === DONATIONS, {
    right: `${paid} donors paid ${stage.total} in that minute.`,
    wrong: `Only ${paid} donors could pay in that minute, ${stage.total} in all: this server is slower than ${DONATIONS} a minute.`,
  })
  await stage.untilAgreed(PROMPT_MS, COMPARE_INTERVAL_MS)
  await stage.verifyWebhooks()
  await stage.verify()
}
