import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enterSignedUp, fillAccount, PASSWORD } from '../helpers/browser/visitor.ts'

test('the whole way from the disclaimer to the board is open to the keyboard alone', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I Understand' }).waitFor()
  await press(page, 'I Understand')
  await page.getByRole('heading', { name: 'Top Donors' }).waitFor()
  await press(page, 'Login / Sign up')
  await page.getByRole('dialog').waitFor()
  await press(page, "Don't have an account? Sign up")
  await type(page, 'email', 'keyboard@donor.example')
  await type(page, 'password', PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Donate with Stripe' }).waitFor()
  await type(page, 'amount', '42.42')
  await press(page, 'Donate with Stripe')
  await page.getByLabel('Card number').waitFor()
  await fillByKeyboard(page)
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toHaveCount(0)
  await expect(page.getByRole('list').getByText('$42.42')).toHaveCount(1)
  await press(page, 'Pause live updates')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
})

test('the focus goes round the page in the order in which it is read, and is always seen @phone', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I Understand' }).click()
  await page.getByRole('heading', { name: 'Top Donors' }).waitFor()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  // Until then the document's own elements may give way to others, and the focus with them.
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  const seen: string[] = []
  for (let count = 0; count < 40; count += 1) {
    const focused = await readFocus(page)
    if (focused === undefined || seen.includes(focused.name)) break
    expect(focused, focused.name).toMatchObject({ isMarked: true, isInWindow: true })
    seen.push(focused.name)
    await page.keyboard.press('Tab')
  }
  const order = ['Skip to', 'Login / Sign up', 'Sound', 'Donate NOW!', 'Pause live updates']
  const found = order.map((name) => seen.findIndex((text) => text.startsWith(name)))
  expect(found).not.toContain(-1)
  expect(found).toEqual(found.toSorted((a, b) => a - b))
})

test('a dialog keeps the focus inside, and gives it back when it is left', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I Understand' }).click()
  await press(page, 'Login / Sign up')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== document.body && activeElement?.closest('dialog') === null
    })
    expect(isOutside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Login / Sign up')).toBeFocused()
})

test('a log-in and a logout by keyboard leave the focus where a second press does no harm', async ({
  page,
}) => {
  const email = await enterSignedUp(page)
  await page.getByRole('button', { name: 'Logout' }).press('Enter')
  const logIn = page.getByRole('button', { name: 'Login / Sign up' })
  await expect(logIn).toBeFocused()
  await page.keyboard.press('Enter')
  await fillAccount(page, email, PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${email} (your account)` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeAttached()
})

interface Focused {
  name: string
  /** True if the element, or something around it, looks different with the focus than without. */
  isMarked: boolean
  isInWindow: boolean
}

/** Returns the focused element, or undefined if the focus is nowhere in the page. */
function readFocus(page: Page): Promise<Focused | undefined> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    if (!(element instanceof HTMLElement) || element === document.body) return undefined
    const describeLooks = () => {
      const frame = element.parentElement?.parentElement ?? element
      return [frame, ...frame.querySelectorAll('*')].map((part) => {
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(part)
        return [outlineStyle, outlineWidth, boxShadow, borderColor].join(' ')
      })
    }
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const focused = describeLooks()
    element.blur()
    const blurred = describeLooks()
    element.focus({ preventScroll: true })
    return {
      name: (
        element.getAttribute('aria-label') ??
        element.getAttribute('name') ??
        element.textContent
      ).trim(),
      isMarked: focused.some((looks, index) => looks !== blurred[index]),
      isInWindow: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    }
  })
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    const focused = await readFocus(page)
    if (focused?.name.startsWith(name) === true) {
      expect(focused, name).toMatchObject({ isMarked: true, isInWindow: true })
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not lead to ${name}.`)
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function fillByKeyboard(page: Page): Promise<void> {
  await page.getByLabel('Email').focus()
  for (const text of ['payer@donor.example', '4242424242424242', 'Vega Lind']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}
