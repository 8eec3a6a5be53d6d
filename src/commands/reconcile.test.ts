import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '#tests/helpers/server/app-server.ts'
import { requirePaymentId } from '#tests/helpers/app/ledger.ts'
import { signUp } from '#tests/helpers/server/donor.ts'
import { runCommand } from '#tests/helpers/server/run-command.ts'
import { control } from '#tests/helpers/server/embedded-sandbox.ts'

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

const reconcile = (...options: string[]) => runCommand(server, 'reconcile', options)

test('reconciling by hand asks the server that runs, and prints the drift', async () => {
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(500))
  const { code, output } = await reconcile('--all')
  const settings = `Payments: sandbox. Database: SQLite in ${server.dataDir}. Address: ${server.url}`
  expect(output.split('\n')[0]).toBe(settings)
  expect(output).toMatch(/^Checkouts asked about: 1$/m)
  expect(output).toMatch(/^For you to look at: 0$/m)
  expect(output).toMatch(/^Drift: 0 cents$/m)
  expect(code).toBe(0)
})

test('what may be asked for stands in the help', async () => {
  expect((await reconcile('--help')).output).toContain('--retry-parked')
})

test('a lost installation is named only to import its payments', async () => {
  expect(await reconcile('--installation', 'lost')).toEqual({
    code: 1,
    output: '',
    errors: '--installation names whose payments are imported: give --import too.\n',
  })
})

test('a refusal of the server is printed as its sentence', async () => {
  const { code, errors } = await reconcile('--import', '--installation', 'lost')
  expect(errors).toBe('No provider has a payment of the installation lost.\n')
  expect(code).toBe(1)
})

test('what needs a person is printed with what they may do, and ends it with 1', async () => {
  const ref = await donate(600)
  await alterWhileStopped(
    `update checkouts set state = 'review', reason = 'Look.' where provider_ref = '${ref}'`,
  )
  const { code, output } = await reconcile()
  expect(output).toMatch(
    /^For you to look at: 1\n {2}payment_in_review:[\w-]{36}: Look\.\n {4}you may: accept, refund, dismiss$/m,
  )
  expect(code).toBe(1)
  await alterWhileStopped(
    `update checkouts set state = 'paid', reason = null where provider_ref = '${ref}'`,
  )
  expect((await reconcile()).code).toBe(0)
})

test("a drift from a provider's statement is printed, and ends it with 1 until it is gone", async () => {
  const ref = await donate(800)
  const paymentId = await requirePaymentId({ apiBase: { stripe: server.url, paypal: '' } }, ref)
  await control(server, '/statements', { provider: 'stripe', errors: { [paymentId]: -30 } })
  const wrong = await reconcile()
  expect(wrong.output).toMatch(
    /^Stripe's statement of [\d-]+ to [\d-]+: \d payments compared,(?: \d too recent,)? drift 30 cents, gross \d+ cents, fees \d+ cents, net \d+ cents$/m,
  )
  expect(wrong.output).toMatch(/statement_drift:[\w-]{36}: Stripe's statement has 770 cents/)
  expect(wrong.code).toBe(1)
  await control(server, '/statements', { provider: 'stripe' })
  await control(server, '/statements', { provider: 'paypal', isDenied: true })
  const right = await reconcile()
  expect(right.output).toMatch(/^Stripe's statement .* drift 0 cents/m)
  expect(right.output).toContain('the app may not search transactions')
  expect(right.code).toBe(0)
})

test('a drift between ledger and board is printed, and ends it with 1', async () => {
  const ref = await donate(700)
  await alterWhileStopped(`update donations set amount_cents = 650 where checkout_id =
    (select id from checkouts where provider_ref = '${ref}')`)
  const { code, output } = await reconcile()
  expect(output).toMatch(/^ {2}board_drift:[\w-]{36}: The ledger has 700 cents, the board 650\.$/m)
  expect(output).toMatch(/^Drift: 50 cents/m)
  expect(code).toBe(1)
})

async function donate(amountCents: number): Promise<string> {
  const donor = await signUp(server.url)
  const ref = await donor.payByCard(amountCents)
  expect((await donor.fetchCheckout(ref)).state).toBe('paid')
  return ref
}

/** Changes the database while the server is stopped, since one process at a time may hold it. */
async function alterWhileStopped(statement: string): Promise<void> {
  await server.kill()
  const database = new DatabaseSync(join(server.dataDir, 'royale.db'))
  database.exec(statement)
  database.close()
  await server.restart()
}
