import type { BrowserContextOptions } from '@playwright/test'

/** The window sizes in which every state is opened. */
export const SIZES = {
  small: { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 820, height: 1180 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
  wide: { viewport: { width: 2560, height: 1440 } },
} satisfies Record<string, BrowserContextOptions>
