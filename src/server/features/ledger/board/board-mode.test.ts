import { OPERATOR } from '#server/features/audit/audit.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentsMode } from '#contract/config.ts'
import { ROUTES } from '#contract/routes.ts'
import {
  buildPublicConfig,
  expectError,
  openTestApp,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { openViewer } from '#tests/helpers/live/live-viewer.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { deleteTestDonations } from '../store.ts'

let pageDir: string
let database: TestDatabase
let server: TestApp | undefined

beforeAll(() => {
  pageDir = join(mkdtempSync(join(tmpdir(), 'royale-modes-')), 'client')
  mkdirSync(pageDir)
  writeFileSync(
    join(pageDir, 'index.html'),
    '<!--share-tags--><title>Built</title><!--/share-tags-->__FIRST_VIEW__',
  )
  writeFileSync(join(pageDir, 'host.html'), '<title>Built</title>')
  writeFileSync(join(pageDir, 'me.html'), '<title>Built</title>')
  writeFileSync(join(pageDir, 'recap.html'), '<title>Built</title>')
  writeFileSync(join(pageDir, 'preview.html'), '<title>Built</title>')
})

afterAll(() => rmSync(join(pageDir, '..'), { recursive: true }))

beforeEach(async () => {
  database = await openTestSqlite()
})

afterEach(async () => {
  await server?.close()
  server = undefined
  await database.close()
})

/** Closes the running server, and starts one in this mode on the same database. */
async function start(payments: PaymentsMode): Promise<TestApp> {
  await server?.close()
  const publicConfig = buildPublicConfig({ payments })
  server = await openTestApp({ publicConfig, providers: {}, pageDir, database })
  return server
}

interface Gift {
  name: string
  amountCents: number
  livemode: 0 | 1
  donor?: TestDonor
}

/** Records a donation, and returns its checkout. */
async function give({ name, amountCents, livemode, donor }: Gift) {
  const user_id = donor === undefined ? 'user-1' : await requireUserId(donor)
  const checkout = buildCheckout({ user_id, livemode, amount_cents: amountCents })
  await database.write(insertCheckouts, checkout)
  await database.write(bookCaptures, buildCapture(checkout, { name }))
  return checkout
}

async function requireUserId({ email }: TestDonor): Promise<string> {
  const user = await database.autocommit
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return String(user['id'])
}

const MODES = [
  { shown: 'live', left: 'test', livemode: 1, leftLivemode: 0 },
  { shown: 'sandbox', left: 'live', livemode: 0, leftLivemode: 1 },
] as const

describe.each(MODES)(
  'in $shown mode, $left donations',
  ({ shown, left, livemode, leftLivemode }) => {
    /** Starts a server after one in the other mode, whose board has the higher donation. */
    async function startAfterTheOther() {
      const donor = await (await start(left)).signUp()
      const hidden = await give({ name: 'Left', amountCents: 900, livemode: leftLivemode, donor })
      const { call } = await start(shown)
      const seen = await give({ name: 'Seen', amountCents: 500, livemode, donor })
      const callAsDonor = (url: string) => call({ url, headers: { cookie: donor.cookie } })
      return { hidden, seen, look: (url: string) => call({ url }), callAsDonor }
    }

    test('are in no list, sum or rank', async () => {
      const { seen, look, callAsDonor } = await startAfterTheOther()
      const own = await callAsDonor(ROUTES.ownDonations)
      expect(own.json()).toMatchObject({ donations: [{ id: seen.donation_id, position: 1 }] })
      const board = await look(ROUTES.leaderboard)
      expect(board.json()).toMatchObject({
        total: { count: 1, amountCents: 500 },
        entries: [{ position: 1, name: 'Seen' }],
      })
      const list = await look(ROUTES.donations)
      expect(list.json()).toMatchObject({ donations: [{ name: 'Seen' }], next: null })
      const rank = await look(`${ROUTES.rank}?amountCents=600`)
      expect(rank.json()).toMatchObject({ position: 1, next: null, passing: { name: 'Seen' } })
      expect((await look('/metrics')).body).toMatch(/^royale_donations_cents 500$/m)
    })

    test('have no position, also for their own donor', async () => {
      const { hidden, seen, callAsDonor } = await startAfterTheOther()
      const look = ({ id }: { id: string }) => callAsDonor(`${ROUTES.checkouts}/${id}`)
      expect((await look(hidden)).json()).toMatchObject({
        donation: { amountCents: 900, position: null },
      })
      expect((await look(seen)).json()).toMatchObject({
        donation: { amountCents: 500, position: 1 },
      })
    })

    test('are in no document, and on no card', async () => {
      const { hidden, seen, look } = await startAfterTheOther()
      expectError(await look(`/cards/donation/${hidden.donation_id}.png`), 404, 'not-found')
      expect((await look(`/cards/donation/${seen.donation_id}.png`)).statusCode).toBe(200)
      const shared = await look(`/?donation=${hidden.donation_id}`)
      expect(shared.body).toContain('Seen leads with $5.00, among 1 donation.')
      expect(shared.body).toContain('"entries":[{"position":1,')
      expect(shared.body).not.toContain('Left')
      const own = await look(`/?donation=${seen.donation_id}`)
      expect(own.body).toContain('Seen is #1 on Donation Royale')
    })

    test('are not in the stream, also of a viewer who saw them a moment ago', async () => {
      await start(left)
      await give({ name: 'Left', amountCents: 900, livemode: leftLivemode })
      const { app } = await start(shown)
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      const viewer = await openViewer(`${origin}${ROUTES.live}`, { lastEventId: '1' })
      await expect
        .poll(() => viewer.events)
        .toMatchObject([{ event: 'snapshot', id: 2, data: { total: { count: 0 }, entries: [] } }])
      await give({ name: 'Left too', amountCents: 900, livemode: leftLivemode })
      await give({ name: 'Seen', amountCents: 500, livemode })
      await expect.poll(() => viewer.board().map(({ name }) => name)).toEqual(['Seen'])
      expect(JSON.stringify(viewer.events)).not.toContain('Left')
      viewer.leave()
    })
  },
)

describe('a start in another mode than the last one', () => {
  test.each([
    {
      from: 'test',
      to: 'live',
      livemode: 0,
      counts: [1_000, 22_000, 1_000],
      sentence: '3 test donations of $240.00 stay in the ledger and are not shown in live mode.',
    },
    {
      from: 'live',
      to: 'sandbox',
      livemode: 1,
      counts: [500],
      sentence: '1 live donation of $5.00 stays in the ledger and is not shown in test mode.',
    },
  ] as const)('says once what stays behind: from $from to $to', async (changed) => {
    const { from, to, livemode, counts, sentence } = changed
    expect((await start(from)).log()).not.toContain('in the ledger')
    for (const amountCents of counts) await give({ name: 'Left', amountCents, livemode })
    expect((await start(to)).log()).toContain(`"msg":"${sentence}"`)
    expect((await start(to)).log()).not.toContain('in the ledger')
  })

  test('says nothing where nothing stays behind', async () => {
    await start('test')
    await give({ name: 'DeletedDonations', amountCents: 500, livemode: 0 })
    await database.write(deleteTestDonations, { at: 2_000, actor: OPERATOR })
    expect((await start('live')).log()).not.toContain('in the ledger')
  })

  test('shows what the first mode had, where it is the way back', async () => {
    await start('sandbox')
    await give({ name: 'Tess', amountCents: 900, livemode: 0 })
    await start('live')
    await give({ name: 'Liv', amountCents: 500, livemode: 1 })
    const answer = await (await start('test')).call({ url: ROUTES.leaderboard })
    expect(answer.json()).toMatchObject({ version: 4, entries: [{ position: 1, name: 'Tess' }] })
  })
})
