import { formatAmount } from '#contract/money.ts'
import type { Stage } from '../stage.ts'

const MINUTE_MS = 60_000

/** The donations of a drill; half by card, half by wallet. */
const DONATIONS = 6

const BOTH = ['stripe', 'paypal'] as const

const COPIES = 5
const DELAY_MS = 20_000
const REVERSED_DELAY_MS = 15_000

/** The longest wait for webhooks that are sent at once, ms. */
const PROMPT_MS = 2 * MINUTE_MS

/** The longest wait for the reconciler, whose rounds are a minute apart, ms. */
const RECONCILE_MS = 5 * MINUTE_MS

async function payBySixDonors(stage: Stage): Promise<void> {
  await stage.pay(DONATIONS, BOTH)
  stage.say(
    `${DONATIONS} donors paid ${stage.total}, half by card and half by wallet, and left without coming back to the page.`,
  )
}

/** Every webhook is sent several times. */
export async function repeated(stage: Stage): Promise<void> {
  await stage.standIns.setWebhookFaults({ duplicate: COPIES })
  stage.say(`From now on the providers send every webhook ${COPIES} times.`)
  await payBySixDonors(stage)
  await awaitLedger(stage, PROMPT_MS)
  await stage.verifyWebhooks()
  const kept = await stage.countWebhooks()
  stage.say(`The server kept ${kept} different webhooks of these donations, each of them once.`)
  await stage.verify()
}

/** Every webhook is late. */
export async function late(stage: Stage): Promise<void> {
  await stage.standIns.setWebhookFaults({ delayMs: DELAY_MS })
  stage.say(`From now on every webhook comes ${DELAY_MS / 1000} seconds late.`)
  await payBySixDonors(stage)
  await sayGap(stage)
  await awaitLedger(stage, PROMPT_MS)
  await stage.verifyWebhooks()
  await stage.verify()
}

/** Every webhook is lost for good. */
export async function lost(stage: Stage): Promise<void> {
  await stage.standIns.setWebhookFaults({ drop: true })
  stage.say('From now on every webhook is lost for good.')
  await payBySixDonors(stage)
  await sayGap(stage)
  stage.say('Only the reconciler can find these donations; it asks the providers once a minute.')
  await awaitLedger(stage, RECONCILE_MS)
  await stage.verify()
}

/** A refund's webhook comes before that of its payment. */
export async function reordered(stage: Stage): Promise<void> {
  await stage.standIns.setWebhookFaults({ delayMs: REVERSED_DELAY_MS })
  await stage.pay(DONATIONS, ['stripe'])
  stage.say(
    `${DONATIONS} donors paid ${stage.total} by card; the webhooks of the payments come ${REVERSED_DELAY_MS / 1000} seconds late.`,
  )
  await stage.standIns.setWebhookFaults({})
  for (const payment of stage.payments) {
    const refundCents = Math.floor(payment.amountCents / 2)
    payment.leftCents -= refundCents
    await stage.standIns.refund(await stage.requireTaken(payment), refundCents)
  }
  stage.say('Half of each is refunded; these webhooks come at once, before those of the payments.')
  await awaitLedger(stage, PROMPT_MS)
  await stage.verifyWebhooks()
  await stage.verify()
}

/** Says by how much the ledger is behind, as long as the webhooks are away. */
async function sayGap(stage: Stage): Promise<void> {
  const { providerCents, ledgerCents } = await stage.measure('during')
  stage.say(
    `The providers have ${formatAmount(providerCents)} of it, the ledger ${formatAmount(ledgerCents)}.`,
  )
}

/** Waits until all sides agree, and says how long that took; `verify` finds out if they do not. */
async function awaitLedger(stage: Stage, timeoutMs: number): Promise<void> {
  const { clock } = stage.deps
  const begunAt = clock()
  if (!(await stage.untilAgreed(timeoutMs))) return
  const seconds = Math.round((clock() - begunAt) / 1000)
  const after = seconds < 2 ? 'Within two seconds' : `${seconds} seconds later`
  stage.say(`${after} the ledger and the board had all of it.`)
}
