import { ROUTES } from '#contract/routes.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { signIn } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { approve, chooseAmount, enter, openWallet } from '../helpers/browser/visitor.ts'
import { sendJson, signUp } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

test.describe.configure({ mode: 'serial' })

test('a donor limits a day, reads what is left, is refused, and pauses @phone', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/409/)
  const donor = await signUp(server.url)
  await signIn(page, server, donor)
  await page.goto('/me#limits')
  await page.getByLabel('Daily limit (USD)').fill('20')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(
    page.getByText(/^\$0\.00 of your \$20\.00 a day used, \$20\.00 left until/),
  ).toBeVisible()
  await donor.fetchCheckout(await donor.payByCard(1_500, 'Ada Lovelace'))

  await enter(page)
  await expect(page.getByText('$5 of your $20 a day are left.')).toBeVisible()
  await chooseAmount(page, '6')
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  const refusal = page.getByText(/^Your limit is \$20\.00 a day, and \$5\.00 of it are left until/)
  await expect(refusal).toBeVisible()
  await expect(refusal).toContainText('Nothing was charged.')
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])

  await page.getByRole('link', { name: 'Limits and pause' }).click()
  await page.getByRole('button', { name: 'Pause for 24 hours' }).click()
  await page.getByRole('button', { name: 'Pause now' }).click()
  await expect(
    page.getByText(/^Your donations are paused until .+ Nobody can end it earlier\.$/),
  ).toBeVisible()
  await expect.poll(() => findCutContent(page)).toEqual([])
  await page.goto('/')
  await expect(page.getByText(/^You have paused your donations until/)).toBeVisible()
})

test('a wallet payment that is approved in a pause takes nothing, and says why', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/409/)
  const donor = await signUp(server.url)
  await signIn(page, server, donor)
  await enter(page)
  const popup = await openWallet(page)
  await sendJson(donor, ROUTES.ownPause, { body: {} })
  await approve(popup, { givenName: 'Ada', surname: 'Lovelace' })
  const refusal = page.getByText(/^You have paused your donations until .+ Nothing was charged\.$/)
  await expect(refusal).toBeVisible()
  const list = await donor.call(ROUTES.ownPayments)
  expect(await list.json()).toMatchObject({ donations: [] })
})

test('a host’s quiet word follows the third donation in an hour @phone', async ({
  page,
  server,
}) => {
  const donor = await signUp(server.url)
  for (let count = 0; count < 3; count += 1) {
    await donor.fetchCheckout(await donor.payByCard(1_500, 'Ada Lovelace'))
  }
  await signIn(page, server, donor)
  await enter(page)
  const word = page.getByText('You gave three times in the last hour: $45.')
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeVisible()
  await expect(word).toBeHidden()
  await publishCampaign(await signUpHost(server), { quietWord: true })
  await page.reload()
  await expect(word).toBeVisible()
  await expect(page.getByRole('link', { name: 'Limits and pause' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
