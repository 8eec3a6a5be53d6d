import { defineConfig, devices } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './tests/helpers/browser/browser-path.ts'

const browser = await findBrowser()
if (!browser) {
  throw new Error('No Chromium was found: run `npx playwright install chromium`.')
}

/** A test tagged @phone runs on both; one tagged @phone-only never runs on the desktop. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/helpers/databases/sqlite-setup.ts',
  outputDir: 'test-results',
  // One more than the cores of a small machine: the tests wait for half of the time.
  workers: 3,
  // A second attempt tells an accident of the machine from a defect; the run names what needed one.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  // These end what hangs. Nothing may depend on how fast the machine is.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    // Recording costs a fifth of the time; `--trace retain-on-failure` on the command line does it.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Drawing what moves takes half of the time; the specs that are about it ask for it.
    reducedMotion: 'reduce',
    // Installing it is a fifth of the work of opening a page; the specs that are about it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browser.executablePath,
      args: BROWSER_ARGS,
      env: { ...process.env, ...browser.env },
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only\b/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@phone(-only)?\b/,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        // Its own ratio, 2.6, means seven times the pixels to draw.
        deviceScaleFactor: 1,
      },
    },
  ],
})
