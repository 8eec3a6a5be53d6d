import { chromium, type Browser } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './browser-path.ts'

/** Launches the Chromium that the tests use. Throws if there is none. */
export async function launchBrowser(): Promise<Browser> {
  const found = await findBrowser()
  if (found === undefined)
    throw new Error('No Chromium was found: `npx playwright install chromium`')
  return chromium.launch({
    executablePath: found.executablePath,
    args: BROWSER_ARGS,
    env: { ...process.env, ...found.env },
  })
}
