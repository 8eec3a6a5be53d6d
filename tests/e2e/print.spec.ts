import { expect, test } from '../helpers/browser/e2e.ts'
import { enter } from '../helpers/browser/visitor.ts'

test('paper has the board alone, on one sheet', async ({ page }) => {
  await enter(page)
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByText(String(new Date().getFullYear()))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
  for (const control of await page.getByRole('button').all()) await expect(control).toBeHidden()
})
