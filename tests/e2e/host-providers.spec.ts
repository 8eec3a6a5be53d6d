import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { control } from '../helpers/server/embedded-sandbox.ts'

test('keys are named without their values, and a test proves them @phone', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host/providers', 'Providers')
  const stripe = page.getByRole('region', { name: 'Stripe' })
  await expect(stripe.getByText('STRIPE_SECRET_KEY', { exact: true })).toBeVisible()
  await expect(stripe.getByText(/^ends with \w{4}$/).first()).toBeVisible()
  await stripe.getByRole('button', { name: 'Test the Stripe keys' }).click()
  await expect(stripe.getByRole('status')).toContainText('Stripe takes the keys')
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
})

test('keys that the provider does not take are said to fail, by keyboard', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host/providers', 'Providers')
  const fault = { provider: 'stripe', fault: '401', path: '/v1/', times: 1000 }
  await control(server, '/faults', fault)
  try {
    const stripe = page.getByRole('region', { name: 'Stripe' })
    await stripe.getByRole('button', { name: 'Test the Stripe keys' }).focus()
    await page.keyboard.press('Enter')
    const failure = stripe.getByText(/Stripe does not take the key; set STRIPE_SECRET_KEY/)
    await expect(failure.first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(/Stripe needs a look\./)
    await expectAccessible(page)
  } finally {
    await control(server, '/faults/clear', {})
  }
})

test('each provider says where to get what it needs', async ({ page, server }) => {
  await becomeHost(page, server)
  await openSection(page, '/host/providers', 'Providers')
  const paypal = page.getByRole('region', { name: 'PayPal' })
  await paypal.getByText('Where to find these keys').click()
  await expect(paypal.getByText(`${server.url}/api/webhooks/paypal`)).toBeVisible()
})

test('nothing is cut or beyond the window, from 320 to 2560 px wide', async ({ page, server }) => {
  await becomeHost(page, server)
  await openSection(page, '/host/providers', 'Providers')
  await page.getByRole('region', { name: 'PayPal' }).waitFor()
  for (const width of [320, 390, 820, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => findCutContent(page), `${width} px wide`).toEqual([])
  }
})
