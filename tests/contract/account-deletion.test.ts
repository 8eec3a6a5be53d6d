import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import type { Database } from '#server/infra/database/database.ts'
import { expectError, openTestApp, PASSWORD, type TestApp } from '../helpers/app/app.ts'
import { readBoard } from '../helpers/app/checkouts.ts'
import { give } from '../helpers/app/gifts.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const NAME = 'Wilhelmina'
const EMAIL = 'wilhelmina@donor.example'

describe.each(DATABASES)('deleting an account on $name', ({ open }) => {
  let database: Database
  let server: TestApp

  beforeEach(async () => {
    database = await open()
    server = await openTestApp({ database })
  })

  afterEach(async () => {
    await server.close()
    await database.close()
  })

  test('leaves no name, address or text of the donor in any table', async () => {
    const donor = await server.signUp(EMAIL)
    const host = await server.signUpHost()
    const [id] = await give(server, donor, { amountCents: 900, name: NAME })
    await donor.call({ method: 'PUT', url: ROUTES.profile, payload: { displayName: NAME } })
    const payload = { displayName: `${NAME} the Second` }
    await donor.call({ method: 'PATCH', url: `${ROUTES.donations}/${id}`, payload })
    await host.call({ method: 'PATCH', url: `${HOST_ROUTES.donations}/${id}`, payload })
    expect((await findTables(NAME)).length).toBeGreaterThan(3)
    expect((await findTables(EMAIL)).length).toBeGreaterThan(0)

    await donor.call({ method: 'POST', url: ROUTES.ownDeletion, payload: { password: PASSWORD } })
    expect(await findTables(NAME)).toEqual([])
    expect(await findTables(EMAIL)).toEqual([])
    expect(await readBoard(server)).toEqual([['Anonymous', 900]])
  })

  test('waits for the end of a pause, which it would lift', async () => {
    const donor = await server.signUp(EMAIL)
    await donor.call({ method: 'POST', url: ROUTES.ownPause })
    const payload = { password: PASSWORD }
    const refused = await donor.call({ method: 'POST', url: ROUTES.ownDeletion, payload })
    expectError(refused, 409, 'failed-precondition')
    expect(refused.json<{ error: { message: string } }>().error.message).toMatch(
      /^You have paused your donations until .* \(UTC\)\. The account can be deleted then: /,
    )
    await database.autocommit.updateTable('spending_limits').set({ paused_until: 1 }).execute()
    const deleted = await donor.call({ method: 'POST', url: ROUTES.ownDeletion, payload })
    expect(deleted.json()).toEqual({ deleted: true })
  })

  /** Returns the tables of which a row contains a text. */
  async function findTables(text: string): Promise<string[]> {
    const tables = await database.reader.introspection.getTables()
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.reader)
      if (JSON.stringify(rows).includes(text)) found.push(name)
    }
    return found
  }
})
