import { writeFile } from 'node:fs/promises'
import puppeteer, {
  type Browser,
  type ElementHandle,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core'
import type { EngineBrowser, Tab } from './engine.ts'

const VIEWPORT = { width: 1440, height: 900 }

/** Opens Chromium over CDP, or Firefox over WebDriver BiDi. */
export async function openWithPuppeteer(options: LaunchOptions): Promise<EngineBrowser> {
  const browser = await puppeteer.launch({ headless: true, defaultViewport: VIEWPORT, ...options })
  const [first = await browser.newPage()] = await browser.pages()
  const errors: string[] = []
  followErrors(first, errors)
  return {
    tab: toTab(first),
    waitForPopup: async () => toTab(await waitForOther(browser, first)),
    errors,
    close: () => browser.close(),
  }
}

function followErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
}

async function waitForOther(browser: Browser, first: Page): Promise<Page> {
  const isOther = async () => (await browser.pages()).find((page) => page !== first)
  for (;;) {
    const other = await isOther()
    if (other !== undefined) return other
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function toTab(page: Page): Tab {
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (expression) => withElement(page, expression, (element) => element.click()),
    type: (expression, text) =>
      withElement(page, expression, async (element) => {
        await element.click({ count: 3 })
        await element.press('Backspace')
        await element.type(text)
      }),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async (file) => writeFile(file, await page.screenshot()),
  }
}

async function withElement(
  page: Page,
  expression: string,
  act: (element: ElementHandle) => Promise<void>,
): Promise<boolean> {
  const handle = await page.evaluateHandle(expression)
  const element = handle.asElement()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the expression finds elements
  if (element !== null) await act(element as ElementHandle)
  await handle.dispose()
  return element !== null
}
