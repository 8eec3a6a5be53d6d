import { expect, test } from '../helpers/browser/e2e.ts'
import { enterSignedUp, payByCard } from '../helpers/browser/visitor.ts'

test('test donations go only after they were asked for, and everybody sees them go', async ({
  page,
}) => {
  await enterSignedUp(page)
  await payByCard(page, '4242 4242 4242 4242', 'Priya Raman')
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list').getByText('Priya')).toHaveCount(1)

  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByText('Delete all test donations').click()
  expect(asked).toEqual(['Are you sure you want to delete all test donations?'])
  await expect(page.getByRole('list').getByText('Priya')).toHaveCount(1)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByText('Delete all test donations').click()
  await expect(page.getByRole('alert')).toContainText('Donations deleted.')
  await expect(page.getByText('Priya')).toHaveCount(0)
})
