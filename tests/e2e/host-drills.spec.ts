import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { runCommand } from '../helpers/server/run-command.ts'

test('a host rehearses lost webhooks and disputes, and sees what became of them @phone', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host/providers', 'Providers')
  const drills = page.getByRole('region', { name: 'Drills' })

  await drills.getByRole('button', { name: 'Start: Lost webhooks' }).focus()
  await page.keyboard.press('Enter')
  const lost = page.getByRole('region', { name: 'Result: Lost webhooks' })
  await expect(lost.getByText('6 of 6 donations paid')).toBeVisible()
  await expect(lost).toContainText(/The providers have \$\d+\.00 of it, the ledger \$0\.00\./)
  await expect(drills.getByRole('status')).toContainText('Lost webhooks: Running.')
  for (const name of ['Start: Lost webhooks', 'Start: Disputes']) {
    await expect(drills.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  }
  // By hand, instead of waiting for the next round.
  expect(await runCommand(server, 'reconcile', [])).toMatchObject({ code: 0 })
  await expect(lost.getByText('Passed', { exact: true })).toBeVisible()
  await expect(drills.getByRole('status')).toContainText('Lost webhooks: Passed.')
  await expect(lost.getByRole('definition')).toHaveText([/^\+\$\d+\.00$/, '$0.00', '$0.00'])
  await lost.getByText('All measurements').click()
  await expect(lost.getByRole('row').last()).toContainText('$0.00')
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])

  await drills.getByRole('button', { name: 'Start: Disputes' }).click()
  const dispute = page.getByRole('region', { name: 'Result: Disputes' })
  await expect(dispute.getByText('Passed', { exact: true })).toBeVisible()
  await expect(dispute.getByText(/the lost donation stays away\.$/)).toBeVisible()
  await expect(lost).toHaveCount(0)

  await drills.getByRole('button', { name: 'Start: 500 donations a minute' }).click()
  const rush = page.getByRole('region', { name: 'Result: 500 donations a minute' })
  await rush.getByRole('button', { name: 'Stop the drill' }).focus()
  await page.keyboard.press('Enter')
  await expect(rush.getByText('Stopped', { exact: true })).toBeFocused()
  await expect(rush).toContainText(/Stopped after \d+ donations\. The faults are ended\./)
})
