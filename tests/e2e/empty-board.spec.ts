import { expect, test } from '../helpers/browser/e2e.ts'
import { enter } from '../helpers/browser/visitor.ts'

test('whoever presses an open sun dares a friend @phone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page)
  for (const position of [2, 3]) {
    const place = page.locator(`[data-place="${position}"]`)
    await place.getByRole('button', { name: 'Dare a friend' }).waitFor()
    // The button may lie over the sun, and the answer is gone after some seconds.
    await expect(async () => {
      await place.getByText(`${position}`, { exact: true }).click({ force: true })
      await expect(place.getByText('Link copied.')).toBeVisible({ timeout: 5_000 })
    }).toPass()
  }
})
