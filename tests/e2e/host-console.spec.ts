import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection, signIn } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { enterSignedUp, fillAccount, PASSWORD } from '../helpers/browser/visitor.ts'
import { signUp } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'

test('a visitor of the page loads nothing of the console', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await enterSignedUp(page)
  await page.waitForLoadState('networkidle')
  expect(requested.some((url) => url.includes('/assets/'))).toBe(true)
  expect(requested.filter((url) => /host/.test(new URL(url).pathname))).toEqual([])
})

test('somebody who is not signed in logs in there, and sees the console @phone', async ({
  page,
  server,
}) => {
  const { email } = await signUpHost(server)
  await page.goto('/host')
  await expect(page.getByRole('heading', { name: 'Log in first.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  await fillAccount(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Host console' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Overview', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an account that is no host is told so, and asks for no data', async ({ page, server }) => {
  const donor = await signUp(server.url)
  await signIn(page, server, donor)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/host')
  await expect(page.getByRole('heading', { name: 'This account is not a host.' })).toBeVisible()
  await expect(page.getByText(donor.email)).toBeVisible()
  await expectAccessible(page)
  expect(requested.filter((path) => path.startsWith('/api/host'))).toEqual([])
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in first.' })).toBeVisible()
})

test('the sandbox is told in words on each screen, and nothing there is gold @phone', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  await expect(page.getByRole('banner')).toContainText('Sandbox')
  const colours = await page.evaluate(() => {
    const probe = document.createElement('i')
    document.querySelector('[data-mode]')?.append(probe)
    const read = (token: string) => {
      probe.style.color = `var(${token})`
      return getComputedStyle(probe).color
    }
    return { gold: read('--gold'), silver: read('--silver') }
  })
  expect(colours.gold).toBe(colours.silver)
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
})

test('an address that leads nowhere says so, and leads back by keyboard', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host/nowhere', 'There is nothing at this address.')
  await page.getByRole('link', { name: 'Go to Overview' }).focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 2, name: 'Overview' })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle('Overview · Host console · Donation Royale')
  await expect(page).toHaveURL(/\/host$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/host\/nowhere$/)
  await expect(
    page.getByRole('heading', { level: 2, name: 'There is nothing at this address.' }),
  ).toBeFocused()
})

test('the first Tab reaches the skip link, which leads to the content', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('"?" lists the keys, "g" and a letter opens a section, and both can be turned off', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host/nowhere', 'There is nothing at this address.')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('Go to Overview')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // The two keys belong together for a moment only, which a busy machine may miss.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page).toHaveURL(/\/host$/, { timeout: 5_000 })
  }).toPass()
  await page.keyboard.press('?')
  await keys.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(keys).toHaveCount(0)
})

test('"More" on a phone shows the account, and Escape closes it @phone-only', async ({
  page,
  server,
}) => {
  const { email } = await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  await expect(page.getByText(email)).toBeHidden()
  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText(email)).toBeHidden()
  await expect(more).toBeFocused()
})

test('while the server does not answer, the console says so, and catches up by itself', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED|Failed to load resource/)
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  await expect(page.getByText('Updates live')).toBeVisible()
  await page.route('**/api/host/**', (route) => route.abort())
  // A request that was under way before the route was cut may yet be answered, and nothing is asked
  // again at once.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The server does not answer.', { timeout: 2_000 })
    await expect(page.getByText(/^Out of date since/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.unroute('**/api/host/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Updates live')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a session that ends elsewhere ends the console, too', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/401/)
  const host = await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  await host.call('/api/auth/sign-out', { method: 'POST', body: '{}' })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByRole('heading', { name: 'Log in first.' })).toBeVisible()
})

test('nothing is cut or beyond the window, from 320 to 2560 px wide', async ({ page, server }) => {
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  for (const width of [320, 390, 820, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => findCutContent(page), `${width} px wide`).toEqual([])
  }
})
