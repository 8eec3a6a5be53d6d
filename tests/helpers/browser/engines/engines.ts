import { globSync } from 'node:fs'
import { BROWSER_ARGS, findBrowser } from '../browser-path.ts'
import type { Engine } from './engine.ts'
import { openWithPuppeteer } from './puppeteer-engine.ts'
import { findFile, openWithWebDriver } from './webdriver-engine.ts'

const FIREFOX_PATHS = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]
const DRIVER_PATHS = ['/usr/bin/WebKitWebDriver']
const SCREEN_PATHS = ['/usr/bin/Xvfb']
const MINI_BROWSERS = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'

/** The locale of a machine without one, whose name is no language. */
const BARE_LOCALE = { LANG: 'C', LC_ALL: 'C' }

/** Returns the engine, or undefined if this machine does not have it. */
export const ENGINES: Record<Engine['name'], () => Promise<Engine | undefined>> = {
  Chromium: async () => {
    const browser = await findBrowser()
    if (browser === undefined) return undefined
    const { executablePath, env } = browser
    return {
      name: 'Chromium',
      open: () =>
        openWithPuppeteer({
          executablePath,
          args: BROWSER_ARGS,
          env: { ...process.env, ...BARE_LOCALE, ...env },
        }),
    }
  },
  Firefox: async () => {
    const executablePath = findFile(FIREFOX_PATHS)
    if (executablePath === undefined) return undefined
    return {
      name: 'Firefox',
      open: () =>
        openWithPuppeteer({
          browser: 'firefox',
          executablePath,
          env: { ...process.env, ...BARE_LOCALE },
        }),
    }
  },
  WebKitGTK: async () => {
    const driver = findFile(DRIVER_PATHS)
    const screen = findFile(SCREEN_PATHS)
    const [binary] = globSync(MINI_BROWSERS)
    if (driver === undefined || screen === undefined || binary === undefined) return undefined
    const capabilities = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    return {
      name: 'WebKitGTK',
      open: () => openWithWebDriver({ driver, screen, capabilities, env: BARE_LOCALE }),
    }
  },
}
