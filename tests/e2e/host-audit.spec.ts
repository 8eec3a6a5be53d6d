import { invitationSchema } from '#contract/host/team.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'

test('the audit log tells who did what, is filtered, and downloaded @phone', async ({
  page,
  server,
  isMobile,
}) => {
  const host = await becomeHost(page, server)
  const body = JSON.stringify({ email: `a-${Date.now()}@member.example`, role: 'moderator' })
  await host.call('/api/host/team/invitations', { method: 'POST', body })
  await openSection(page, '/host/audit', 'Audit')
  const invited = page
    .getByRole('listitem')
    .filter({ hasText: `${host.email} invited somebody into the team` })
  await expect(invited).toContainText('a…@member.example')
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])

  if (isMobile) {
    await page.getByRole('button', { name: 'Filters' }).click()
    await expectAccessible(page)
    expect(await findSmallTargets(page)).toEqual([])
    await expect.poll(() => findCutContent(page)).toEqual([])
  }
  await page.getByLabel('What').selectOption('joined the team')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(invited).toHaveCount(0)
  await expect(
    page.getByRole('listitem').filter({ hasText: `${host.email} joined the team` }),
  ).toBeVisible()
  if (isMobile) await expect(page.getByRole('button', { name: 'Filters: 1' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit.csv')
})

test('a filter that matches nothing says so, and is cleared by keyboard', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host/audit', 'Audit')
  await page.getByLabel('To (UTC)').fill('2020-01-01')
  await page.getByRole('button', { name: 'Show' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No action matches. Choose fewer filters.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'joined the team' })).not.toHaveCount(0)
})

test('older actions are loaded on request', async ({ page, server }) => {
  const host = await becomeHost(page, server)
  for (let round = 0; round < 5; round += 1) {
    const body = JSON.stringify({ email: `older-${round}@member.example`, role: 'moderator' })
    const answer = await host.call('/api/host/team/invitations', { method: 'POST', body })
    const { id } = invitationSchema.parse(await answer.json())
    await host.call(`/api/host/team/invitations/${id}`, { method: 'DELETE' })
  }
  await page.route('**/api/host/audit?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '5')
    return route.continue({ url: url.href })
  })
  await openSection(page, '/host/audit', 'Audit')
  const entries = page
    .getByRole('list')
    .filter({ hasText: 'withdrew an invitation' })
    .locator('> li')
  await expect(entries).toHaveCount(5)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(entries).toHaveCount(10)
})
