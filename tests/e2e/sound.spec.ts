import type { CDPSession } from '@playwright/test'
import { signUp } from '../helpers/server/donor.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enter } from '../helpers/browser/visitor.ts'

// Everything that Playwright evaluates, also for a trace, counts as a gesture and allows sound.
test.use({ trace: 'off' })

test('a browser that refuses the sound is asked again by a press', async ({
  page: entrance,
  server,
  context,
}) => {
  const donor = await signUp(server.url)
  const session = await donor.payByCard(2_100, 'Theo Lindqvist')
  await enter(entrance)
  await context.addCookies(
    donor.cookies.map(({ name, value }) => ({ name, value, url: server.url })),
  )

  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.goto(`/?checkout=${session}`)
  await expect.poll(() => evaluateUntouched(devtools, FOCUS_BUTTON)).toBe('Play sound')
  const button = page.getByRole('button', { name: 'Play sound' })
  await button.click()
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible()
})

/** Focuses the button as the keyboard does, which keeps the celebration; returns the focused text. */
const FOCUS_BUTTON = `
  [...document.querySelectorAll('dialog button')]
    .find(({ textContent }) => textContent === 'Play sound')
    ?.focus({ focusVisible: true })
  document.activeElement?.textContent`

async function evaluateUntouched(devtools: CDPSession, expression: string): Promise<string> {
  const { result } = await devtools.send('Runtime.evaluate', { expression, userGesture: false })
  return String(result.value)
}
