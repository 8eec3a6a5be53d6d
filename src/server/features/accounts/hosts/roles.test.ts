import { afterEach, expect, test } from 'vitest'
import type { HostRole } from '#contract/host/roles.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'

let server: TestApp

afterEach(() => server.close())

async function roleOf({ call }: TestDonor): Promise<HostRole | null | undefined> {
  const answer = await call({ url: `${ROUTES.auth}/get-session` })
  return answer.json<{ user: { role: HostRole | null } } | null>()?.user.role
}

test("a member's session says their role, a donor's none", async () => {
  server = await openTestApp()
  expect(await roleOf(await server.signUpHost())).toBe('owner')
  expect(await roleOf(await server.signUpMember('treasurer'))).toBe('treasurer')
  expect(await roleOf(await server.signUpMember('moderator'))).toBe('moderator')
  expect(await roleOf(await server.signUp())).toBeNull()
})

test('an unknown role, as of a newer version, gives no rights', async () => {
  server = await openTestApp()
  const member = await server.signUpMember('owner')
  await server.database.autocommit.updateTable('user').set({ hostRole: 'emperor' }).execute()
  expect(await roleOf(member)).toBeNull()
  expectError(await member.call({ url: HOST_ROUTES.reviews }), 403, 'permission-denied')
})

test('a moderator is told that their role does not include money', async () => {
  server = await openTestApp()
  const moderator = await server.signUpMember('moderator')
  const refused = await moderator.call({ url: HOST_ROUTES.reviews })
  expect(expectError(refused, 403, 'permission-denied')).toBe(
    'Your role in the team does not include this. Ask an owner.',
  )
  expect(refused.json()).toMatchObject({ error: { reason: 'ROLE_NOT_ALLOWED' } })
})

test('a treasurer may not delete test donations, also while no owner is named', async () => {
  server = await openTestApp({ adminEmail: undefined })
  const treasurer = await server.signUpMember('treasurer')
  const refused = await treasurer.call({ method: 'DELETE', url: ROUTES.testDonations })
  expectError(refused, 403, 'permission-denied')
})
