import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { give, requireUserId } from '#tests/helpers/app/gifts.ts'
import { readBoard } from '#tests/helpers/app/checkouts.ts'
import { sumLedger } from '#tests/helpers/app/ledger.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import {
  expectError,
  HOST_EMAIL,
  openTestApp,
  PASSWORD,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'

const NAME = 'Wilhelmina'
const EMAIL = 'wilhelmina@donor.example'

let server: TestApp
let donor: TestDonor
let now = Date.now()

beforeEach(async () => {
  now = Date.now()
  server = await openTestApp({ clock: () => now })
  donor = await server.signUp(EMAIL)
})

afterEach(() => server.close())

const remove = (one: Pick<TestDonor, 'call'>, password = PASSWORD) =>
  one.call({ method: 'POST', url: '/api/me/deletion', payload: { password } })

/** Returns the files of the data folder that contain a text. */
function findFiles(text: string, folder = server.database.dataDir): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name)
    if (statSync(file).isDirectory()) return findFiles(text, file)
    return name.includes(text) || readFileSync(file).includes(text) ? [file] : []
  })
}

const countMails = () => findFiles(EMAIL).filter((file) => file.endsWith('.eml')).length

describe('deleting an account', () => {
  test('needs the password', async () => {
    const refused = await remove(donor, 'not the password')
    expectError(refused, 400, 'invalid-argument')
    expect((await donor.call({ url: '/api/me/donations' })).statusCode).toBe(200)
    expectError(await remove(server), 401, 'unauthenticated')
  })

  test('ends all sessions, and the address may sign up again', async () => {
    const answer = await remove(donor)
    expect(answer.json()).toEqual({ deleted: true })
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['royale.session_token', ''],
      ['royale.device', ''],
    ])
    expectError(await donor.call({ url: '/api/me/donations' }), 401, 'unauthenticated')
    expectError(await remove(donor), 401, 'unauthenticated')
    const again = await server.signUp(EMAIL)
    expect((await again.call({ url: '/api/me/donations' })).json()).toMatchObject({ donations: [] })
  })

  test('leaves places and sums, and the rows say Anonymous', async () => {
    await give(server, donor, { amountCents: 900, name: NAME }, { amountCents: 500, name: NAME })
    await give(server, await server.signUp(), { amountCents: 700, name: 'Bo' })
    const before = await sumLedger(server)
    await remove(donor)
    expect(await readBoard(server)).toEqual([
      ['Anonymous', 900],
      ['Bo', 700],
      ['Anonymous', 500],
    ])
    expect(await sumLedger(server)).toBe(before)
  })

  test('leaves no byte of name or address in the database files and mails', async () => {
    const [id] = await give(server, donor, { amountCents: 900, name: NAME })
    await storeEvent('evt_1')
    await donor.call({ method: 'POST', url: `/api/me/donations/${id}/receipt` })
    await expect.poll(countMails).toBe(3)
    expect(findFiles(NAME)).not.toEqual([])
    await remove(donor)
    await expect.poll(() => findFiles(EMAIL)).toEqual([])
    await expect.poll(() => findFiles(NAME)).toEqual([])
    expect(server.log()).not.toContain(EMAIL)
  })

  test('money on its way is booked later without a name', async () => {
    const user_id = await requireUserId(server, donor)
    const checkout = buildCheckout({ user_id, pending_payer_name: NAME })
    await server.database.write(insertCheckouts, checkout)
    await remove(donor)
    await server.database.write(bookCaptures, buildCapture(checkout, { name: NAME }))
    const donations = server.database.reader
      .selectFrom('donations')
      .select(['name', 'amount_cents'])
    expect(await donations.execute()).toEqual([{ name: 'Anonymous', amount_cents: 500 }])
    await expect.poll(() => findFiles(NAME)).toEqual([])
  })

  test('what a provider says of the payer later is erased within a day', async () => {
    await give(server, donor, { amountCents: 900, name: NAME })
    await remove(donor)
    await storeEvent('evt_late')
    now += 25 * 60 * 60 * 1000
    // A new deletion wakes the job, as its own timer does.
    await remove(await server.signUp())
    await expect.poll(() => findFiles(NAME)).toEqual([])
  })

  test('is refused to the last owner, also where two leave at once', async () => {
    const host = await server.signUpHost()
    const refused = await remove(host)
    expect(expectError(refused, 409, 'failed-precondition')).toBe(
      'You are the only owner of this page. Make somebody else an owner first, then delete your account.',
    )
    await server.confirmEmail(EMAIL)
    await server.database.autocommit
      .updateTable('user')
      .set({ namedHostAt: new Date(now).toISOString() })
      .where('email', '=', EMAIL)
      .execute()
    const answers = await Promise.all([remove(host), remove(donor)])
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 409])
    const { rows } = await readOwners()
    expect(rows).toBe(1)
  })
})

async function readOwners() {
  const owners = await server.database.autocommit
    .selectFrom('user')
    .select('id')
    .where(({ or, eb }) => or([eb('email', '=', HOST_EMAIL), eb('email', '=', EMAIL)]))
    .execute()
  return { rows: owners.length }
}

/** Stores a handled event about one of the donor's payments, with the payer's name in it. */
async function storeEvent(id: string): Promise<void> {
  const { provider_ref } = await server.database.reader
    .selectFrom('checkouts')
    .select('provider_ref')
    .executeTakeFirstOrThrow()
  await server.database.autocommit
    .insertInto('webhook_events')
    .values({
      provider: 'stripe',
      event_id: id,
      type: 'charge.refunded',
      payment_ref: provider_ref,
      payload: JSON.stringify({ name: NAME, email: EMAIL }),
      received_at: now,
      attempts: 1,
      next_attempt_at: now,
      handled_at: now,
      outcome: 'settled',
      needs_look_up: 0,
      bears_mark: 1,
    })
    .execute()
}
