import { teamSchema } from '#contract/host/team.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection, signIn } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { signUp } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { acceptInvitation } from '../helpers/server/team.ts'

test('an owner invites, changes and removes a member @phone', async ({ page, server }) => {
  await becomeHost(page, server)
  await openSection(page, '/host/team', 'Team')
  const email = `tess-${Date.now()}@member.example`
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: 'Treasurer' }).check()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText(`${email} is invited as treasurer.`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Withdraw: ${email}` })).toBeVisible()
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])

  const tess = await signUp(server.url, email)
  await acceptInvitation(server, tess)
  await page.reload()
  await page.getByRole('button', { name: `Change role: ${email}` }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Moderator' }).check()
  await page.getByRole('button', { name: 'Save the role' }).click()
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Moderator')

  await page.getByRole('button', { name: `Remove: ${email}` }).click()
  await expect(page.getByRole('dialog')).toContainText('They lose the console at once')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toHaveCount(0)
})

test('an invitation is sent and withdrawn by keyboard', async ({ page, server }) => {
  await becomeHost(page, server)
  await openSection(page, '/host/team', 'Team')
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'Please enter the email of the person to invite.',
  )
  const email = `keys-${Date.now()}@member.example`
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  const withdraw = page.getByRole('button', { name: `Withdraw: ${email}` })
  await withdraw.focus()
  await page.keyboard.press('Enter')
  await expect(withdraw).toHaveCount(0)
})

test('a team that cannot be read says so, and is read again', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource/)
  await becomeHost(page, server)
  const error = { code: 'unknown', message: 'The team cannot be read now.', requestId: 'r' }
  await page.route('**/api/host/team', (route) => route.fulfill({ status: 500, json: { error } }))
  await openSection(page, '/host/team', 'Team')
  await expect(page.getByText('The team cannot be read now.')).toBeVisible()
  await page.unroute('**/api/host/team')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible()
})

test('another owner who was removed in the meantime is told in a sentence', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/404 \(Not Found\)/)
  const other = await signUpHost(server)
  const owner = await signUpHost(server)
  await signIn(page, server, owner)
  await openSection(page, '/host/team', 'Team')
  await page.getByRole('button', { name: `Remove: ${other.email}` }).click()
  const answer = await owner.call('/api/host/team', { method: 'GET' })
  const { members } = teamSchema.parse(await answer.json())
  const id = members.find(({ email }) => email === other.email)?.id ?? ''
  await owner.call(`/api/host/team/${id}`, { method: 'DELETE' })
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('This person is not in the team any more.')
})
