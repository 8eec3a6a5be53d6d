import { formatAmount } from '#contract/money.ts'
import type { DrillPayment } from '../compare.ts'
import type { Stage } from '../stage.ts'

/** The longest wait for what a webhook tells, ms. */
const PROMPT_MS = 2 * 60_000

const OUTCOMES = { stripe: 'won', paypal: 'lost' } as const

/** A donor of each provider disputes their donation; one dispute is won, one is lost. */
export async function dispute(stage: Stage): Promise<void> {
  await stage.standIns.setWebhookFaults({})
  await stage.pay(2, ['stripe', 'paypal'])
  stage.say(`2 donors paid ${stage.total}, one by card and one by wallet.`)
  if (!(await reach(stage, 'Both donations are in the ledger and on the board.'))) return
  const disputes = await openDisputes(stage)
  stage.say('Both donors dispute their donation: the providers take the money back for now.')
  if (!(await reach(stage, 'The ledger and the board hold both donations back.'))) return
  for (const { payment, disputeId } of disputes) {
    const outcome = OUTCOMES[payment.provider]
    if (outcome === 'won') payment.leftCents = payment.amountCents
    await stage.standIns.decideDispute(payment.provider, disputeId, outcome)
  }
  stage.say('The dispute about the card is won, the one about the wallet is lost.')
  const won = stage.payments.find(({ leftCents }) => leftCents > 0)
  const back = formatAmount(won?.leftCents ?? 0)
  const right = `The ledger and the board have ${back} again, and the lost donation stays away.`
  if (!(await reach(stage, right))) return
  await stage.verifyWebhooks()
  await stage.verify()
}

async function openDisputes(stage: Stage): Promise<{ payment: DrillPayment; disputeId: string }[]> {
  const opened: { payment: DrillPayment; disputeId: string }[] = []
  for (const payment of stage.payments) {
    const disputeId = await stage.standIns.openDispute(await stage.requireTaken(payment))
    payment.leftCents = 0
    opened.push({ payment, disputeId })
  }
  return opened
}

/** Waits until all sides agree about what a step has changed; without that the drill ends here. */
async function reach(stage: Stage, right: string): Promise<boolean> {
  if (await stage.untilAgreed(PROMPT_MS)) return stage.check(true, { right, wrong: '' })
  const { differences } = await stage.measure('after')
  for (const difference of differences) stage.record.add('failed', difference)
  return false
}
