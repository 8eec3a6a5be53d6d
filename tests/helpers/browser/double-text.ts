import { expect, type Page } from '@playwright/test'

/** Doubles the viewer's own text size: unlike a style it also counts in media queries. */
export async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await expect(page.locator('html')).toHaveCSS('font-size', '32px')
}
