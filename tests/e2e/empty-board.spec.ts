import { expect, test } from '../helpers/browser/e2e.ts'
import { enter } from '../helpers/browser/visitor.ts'

test('whoever presses an open sun dares a friend @phone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page)
  for (const position of [2, 3]) {
    const place = page.locator(`[data-place="${position}"]`)
    await place.getByRole('button', { name: 'Dare a friend' }).waitFor()
    const sun = await place.getByText(`${position}`, { exact: true }).boundingBox()
    if (sun === null) throw new Error('The sun is not shown.')
    await page.mouse.click(sun.x + sun.width / 2, sun.y + sun.height / 2)
    await expect(place.getByText('Link copied.')).toBeVisible()
  }
})
