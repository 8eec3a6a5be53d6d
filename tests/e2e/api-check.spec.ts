import { expect, test } from '../helpers/browser/e2e.ts'

test('an undescribed response fails the test, whichever context got it', async ({
  browser,
  server,
}) => {
  test.fail()
  const other = await browser.newContext({ baseURL: server.url })
  await other.route('**/api/config', (route) => route.fulfill({ json: { surprise: true } }))
  const page = await other.newPage()
  await page.goto('/api/docs')
  const read = page.evaluate(async () => (await fetch('/api/config')).text())
  expect(await read).toBe('{"surprise":true}')
  await other.close()
})
