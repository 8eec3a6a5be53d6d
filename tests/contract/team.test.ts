import { afterEach, describe, expect, test } from 'vitest'
import { changeMember, findMembers } from '#server/features/accounts/hosts/team-store.ts'
import { openTestApp, type TestApp } from '../helpers/app/app.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

describe.each(DATABASES)('the team on $name', ({ openTwice }) => {
  let server: TestApp | undefined

  afterEach(async () => {
    await server?.close()
    server = undefined
  })

  test('keeps an owner when two remove each other on two nodes at once', async () => {
    const [one, other] = await openTwice()
    server = await openTestApp({ database: one, adminEmail: undefined })
    const emailVerified = one.dialect === 'sqlite' ? 1 : true
    for (const id of ['ada', 'bob']) {
      const times = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() }
      const named = { namedHostAt: new Date().toISOString(), hostRole: 'owner' }
      const user = { id, name: '', email: `${id}@member.example`, emailVerified }
      await one.autocommit
        .insertInto('user')
        .values({ ...user, ...times, ...named })
        .execute()
    }
    const removal = { role: null, adminEmail: undefined, at: 1 }
    const results = await Promise.all([
      one.write(changeMember, {
        ...removal,
        userId: 'bob',
        actor: { id: 'ada', role: 'owner' },
      }),
      other.write(changeMember, {
        ...removal,
        userId: 'ada',
        actor: { id: 'bob', role: 'owner' },
      }),
    ])
    expect(results.filter(({ done }) => done)).toHaveLength(1)
    expect(results).toContainEqual({ done: false, reason: 'last-owner' })
    expect(await findMembers(one.reader, undefined)).toHaveLength(1)
    await Promise.all([...new Set([one, other])].map((database) => database.close()))
  })
})
