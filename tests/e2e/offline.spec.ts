import { expect, test } from '../helpers/browser/e2e.ts'
import { signUp } from '../helpers/server/donor.ts'
import { enter, enterSignedUp } from '../helpers/browser/visitor.ts'

test.use({ serviceWorkers: 'allow' })

test('a page that stays open shows the last list while the server is away, and catches up', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY|Failed to load|preload CSS|fetching the script|imported module/,
  )
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(4_200))
  await enter(page)
  await expect(page.getByRole('list').getByText('$42.00')).toHaveCount(1)

  await server.kill()
  await expect(page.getByText(/cannot be reached/).filter({ visible: true })).toBeVisible()
  await expect(page.getByText(/offline/i).first()).toBeVisible()
  await expect(page.getByRole('list').getByText('$42.00')).toHaveCount(1)

  await server.restart()
  const returned = await signUp(server.url)
  await returned.fetchCheckout(await returned.payByCard(4_300))
  await expect(page.getByRole('list').getByText('$43.00')).toHaveCount(1)
  await expect(page.getByText(/cannot be reached/).filter({ visible: true })).toHaveCount(0)
})

test('somebody signed in reads who they are after a reload without the server @phone', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(
    /ERR_|failed to load|preload CSS|fetching the script|imported module|WebSocket|Unable to preload/i,
  )
  const email = await enterSignedUp(page)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto('/me')
  await expect(page.getByRole('heading', { name: 'My donations' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await server.kill()
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login / Sign up' })).toHaveCount(0)
  const [logo, address] = [page.getByRole('banner').getByRole('img'), page.getByText(email)]
  const logoBox = await logo.first().boundingBox()
  const addressBox = await address.boundingBox()
  expect((logoBox?.x ?? 0) + (logoBox?.width ?? 0)).toBeLessThanOrEqual(addressBox?.x ?? 0)

  await page.goto('/me')
  await expect(page.getByRole('heading', { name: 'My donations' })).toBeVisible()
  await expect(page.getByText(/cannot be (reached|loaded)/).first()).toBeVisible()
  await server.restart()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test.describe('without a service worker', () => {
  // The fetches of a worker pass no route of the page.
  test.use({ serviceWorkers: 'block' })

  test('what is pressed without the network says why nothing opens', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/ERR_|Failed to (load|fetch)|preload CSS|imported module|module script/)
    await page.route('**/assets/account-dialog*', (route) => route.abort())
    await enter(page)
    await page.getByRole('button', { name: 'Login / Sign up' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'This could not be fetched. Check your internet connection, then reload the page.',
    )
  })
})

test('what the network kept from opening can be pressed again once it is back', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(
    /ERR_|Failed to (load|fetch)|fetching the script|preload CSS|imported module|module script/,
  )
  await enter(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login / Sign up' }).click()
  const notFetched = page.getByRole('alert').filter({ hasText: 'could not be fetched' })
  await expect(notFetched).toBeVisible()
  await context.setOffline(false)
  await expect(notFetched).toHaveCount(0)
  await page.getByRole('button', { name: 'Login / Sign up' }).click()
  // Chromium may remember the module as missing, and the sentence says to reload the page.
  await expect(page.getByRole('dialog').or(notFetched)).toBeVisible()
})

test.describe('a stream that does not get through', () => {
  // Its requests pass no route of the page.
  test.use({ serviceWorkers: 'block' })

  test('is told, the list follows all the same, and a server that is away is told as such', async ({
    page,
    server,
    pageErrors,
  }) => {
    // The shortest pauses.
    await page.addInitScript(() => {
      Math.random = () => 0
    })
    pageErrors.allow(/ERR_FAILED|Failed to load/)
    const donor = await signUp(server.url)
    await enter(page)
    await page.route('**/api/leaderboard/live*', (route) => route.abort())
    await page.reload()
    const told = page.getByRole('status').first()
    await expect(told).toHaveText(
      'Live updates do not get through here. The list is refreshed every few seconds.',
    )
    await expect(page.getByText('Delayed', { exact: true })).toBeVisible()
    await donor.fetchCheckout(await donor.payByCard(4_700))
    await expect(page.getByRole('list').getByText('$47.00')).toHaveCount(1)

    await page.route('**/api/**', (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(told).toContainText('The server cannot be reached.')

    await page.unrouteAll()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(told).toHaveText('')
  })
})

test('without the server a phone says so on its first screen @phone-only', async ({
  page,
  server,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|failed to load|preload CSS/i)
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(4_200))
  await enterSignedUp(page)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Donate with Stripe' }).waitFor()
  await context.setOffline(true)
  const notice = page.getByRole('status').getByText(/cannot be reached/)
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(notice).toBeInViewport({ ratio: 1 })
    const isFree = () =>
      notice.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return [top + 4, bottom - 4].every((y) =>
          element.contains(document.elementFromPoint((left + right) / 2, y)),
        )
      })
    await expect.poll(isFree, `${width} px wide`).toBe(true)
  }
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
})

test.describe('code that cannot be fetched', () => {
  // It would answer from its cache.
  test.use({ serviceWorkers: 'block' })

  for (const part of ['index', 'board-part', 'live-leaderboard', 'overlay-stack']) {
    test(`without its ${part} a page says so, keeps the list, and begins anew`, async ({
      page,
      server,
      pageErrors,
    }) => {
      pageErrors.allow(/ERR_FAILED|Failed to load|imported module/)
      const donor = await signUp(server.url)
      await donor.fetchCheckout(await donor.payByCard(4_200))
      await enter(page)
      const code = new RegExp(`/assets/${part}-[^/]*\\.js`)
      await page.route(code, (route) => route.abort())
      await page.reload()
      await expect(page.getByRole('status').getByText(/cannot be reached/)).toBeVisible()
      await page.unroute(code)
      await expect(page.getByText('$42.00')).not.toHaveCount(0)
      await expect(page.getByText('Something went wrong')).toHaveCount(0)
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      await expect(page.getByText(/cannot be reached/).filter({ visible: true })).toHaveCount(0)
    })
  }
})

test('a window that is made narrow without the network keeps the logo', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  await enter(page)
  const logo = page.getByRole('banner').getByRole('img', { name: 'Donation Royale' })
  const isMarkCached = () =>
    logo.evaluate(async (image) => {
      const { srcset } = image.parentElement?.querySelector('source') ?? {}
      return srcset !== undefined && (await caches.match(srcset)) !== undefined
    })
  await expect.poll(isMarkCached).toBe(true)
  await context.setOffline(true)
  await page.setViewportSize({ width: 340, height: 700 })
  const shown = () =>
    logo.evaluate(
      (image) =>
        image instanceof HTMLImageElement &&
        image.complete &&
        image.naturalWidth > 0 &&
        image.currentSrc,
    )
  await expect.poll(shown).toMatch(/logo-mark/)
})
