import { expect, test } from '../helpers/browser/e2e.ts'
import { enterSignedUp, payByCard } from '../helpers/browser/visitor.ts'

test('a chosen name is what the board shows, and an anonymous donation shows none', async ({
  page,
}) => {
  await enterSignedUp(page)
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByRole('textbox', { name: /^Shown as/ }).fill('Countess <b>')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Shown as Countess <b>')).toBeVisible()
  await payByCard(page, '4242 4242 4242 4242', 'Ada Lovelace')
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list').getByText('Countess <b>')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Anonymous' }).check()
  await payByCard(page, '4242 4242 4242 4242', 'Ada Lovelace')
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list').getByText('Anonymous')).toBeVisible()
  await expect(page.getByRole('list').getByText('Ada')).toHaveCount(0)
})
