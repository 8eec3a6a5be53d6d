import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import type { State } from './state.ts'
import type { StateBackend } from './state-backend.ts'

/** An opened state. */
export interface OpenedState {
  /** The page, or the popup that it opened. */
  page: Page
  close(): Promise<void>
}

/** Opens a state in a browser context of its own. */
export async function openState(
  browser: Browser,
  backend: StateBackend,
  state: State,
  options: BrowserContextOptions = {},
): Promise<OpenedState> {
  const context = await browser.newContext({
    baseURL: backend.server.url,
    reducedMotion: state.hasMotion === true ? 'no-preference' : 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    // No state needs one, and installing it is a fifth of the work of opening a page.
    serviceWorkers: 'block',
    ...options,
  })
  const close = () => context.close()
  try {
    await addCookies(context, backend, state)
    const page = await context.newPage()
    const enter = async () => {
      await page.goto('/')
      await page.getByRole('heading', { name: 'Top Donors' }).waitFor()
    }
    const shown = (await state.reach({ page, context, backend, enter })) ?? page
    await shown.evaluate(async () => {
      await document.fonts.ready
    })
    return { page: shown, close }
  } catch (error) {
    // Fails where the test was ended while it waited; what it waited for is what matters then.
    await close().catch(() => {})
    throw new Error(`The state '${state.name}' was not reached.`, { cause: error })
  }
}

async function addCookies(
  context: BrowserContext,
  backend: StateBackend,
  { who }: State,
): Promise<void> {
  if (who === 'newcomer') return
  const { url } = backend.server
  const acceptance = { version: DISCLAIMER_VERSION, acceptedAt: new Date().toISOString() }
  await context.addCookies([{ url, name: DISCLAIMER_COOKIE, value: formatAcceptance(acceptance) }])
  if (who === 'visitor') return
  const { cookies } = await backend[who]()
  await context.addCookies(cookies.map(({ name, value }) => ({ url, name, value })))
}
