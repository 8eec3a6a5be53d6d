import { z } from 'zod'
import { reconcileReportSchema, type ReconcileReport } from '#contract/reconciliation.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { sumNet } from '#server/features/ledger/net.ts'
import { OPERATOR_TOKEN, type TestApp } from './app.ts'
import type { TestSandbox } from '../providers/payment-sandbox.ts'

/** Reconciles as `npm run reconcile` does. */
export async function reconcile(
  { app }: TestApp,
  body: { scope?: 'unfinished' | 'all'; retryParked?: boolean } = {},
): Promise<ReconcileReport> {
  const answer = await app.inject({
    method: 'POST',
    url: HOST_ROUTES.reconciliations,
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    payload: body,
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return reconcileReportSchema.parse(answer.json())
}

/** Returns the ledger's kinds and cents, in the order in which they were booked. */
export async function readLedger({ database }: TestApp): Promise<[kind: string, cents: number][]> {
  const rows = await database.reader
    .selectFrom('ledger_entries')
    .select(['kind', 'amount_cents'])
    .orderBy('id')
    .execute()
  return rows.map(({ kind, amount_cents }) => [kind, amount_cents])
}

/** Returns the net sum of the ledger, in cents. */
export async function sumLedger({ database }: TestApp): Promise<number> {
  const { net } = await database.reader
    .selectFrom('ledger_entries')
    .select(sumNet().as('net'))
    .executeTakeFirstOrThrow()
  return net
}

const paymentsSchema = z.record(
  z.enum(['stripe', 'paypal']),
  z.array(z.object({ ref: z.string(), paymentId: z.string() })),
)

/** Returns the id of the charge or capture of a session or order. */
export async function requirePaymentId(
  { apiBase }: Pick<TestSandbox, 'apiBase'>,
  ref: string,
): Promise<string> {
  const answer = await fetch(`${apiBase.stripe}/_sandbox/control/payments`)
  const payments = paymentsSchema.parse(await answer.json())
  const found = Object.values(payments)
    .flat()
    .find((payment) => payment.ref === ref)
  if (found === undefined) throw new Error(`${ref} has brought nothing.`)
  return found.paymentId
}
