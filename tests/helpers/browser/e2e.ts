import { test as base, type BrowserContext } from '@playwright/test'
import type { ApiCheck } from '../api/api-check.ts'
import { type AppServer, startAppServer } from '../server/app-server.ts'
import { followApi, openApiCheck } from './api-exchanges.ts'

export { expect } from '@playwright/test'

interface TestFixtures {
  /** The product, one for each test file; `baseURL` is its origin. */
  server: AppServer
  /** Fails each test in which a page of its default context logs or throws an unexpected error. */
  pageErrors: PageErrors
  /**
   * Fails each test in which a call of the API, in any of its contexts, is not as the server's
   * document describes it.
   */
  apiExchanges: undefined
}

interface WorkerFixtures {
  fileServers: FileServers
}

/** Starts a server for the test file of a worker, and stops that of the file before. */
interface FileServers {
  of: (file: string) => Promise<Served>
}

/** A server, and the check of its calls. */
interface Served {
  server: AppServer
  check: ApiCheck
}

/** Errors of the pages of one test. */
export interface PageErrors {
  /** Allows, in advance, errors whose text matches. */
  allow: (pattern: RegExp) => void
}

/** Playwright's `test` with the real product. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  fileServers: [
    async ({}, provide) => {
      let current: (Served & { file: string }) | undefined
      await provide({
        of: async (file) => {
          if (current?.file === file) return current
          await current?.server.stop()
          current = undefined
          const server = await startAppServer()
          current = { file, server, check: await openApiCheck(server.url) }
          return current
        },
      })
      await current?.server.stop()
    },
    { scope: 'worker' },
  ],
  server: async ({ fileServers }, provide, testInfo) => {
    const { server } = await fileServers.of(testInfo.file)
    await provide(server)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server log', { body: server.log(), contentType: 'text/plain' })
    }
  },
  baseURL: ({ server }, provide) => provide(server.url),
  apiExchanges: [
    async ({ browser, context, fileServers }, provide, testInfo) => {
      const { check } = await fileServers.of(testInfo.file)
      const followed = [followApi(context, check)]
      const follow = (other: BrowserContext) => void followed.push(followApi(other, check))
      browser.on('context', follow)
      await provide(undefined)
      browser.off('context', follow)
      const differences = (await Promise.all(followed.map((one) => one.differences()))).flat()
      if (differences.length === 0) return
      throw new Error(
        `The server and its API's document differ:\n${[...new Set(differences)].join('\n')}`,
      )
    },
    { auto: true },
  ],
  pageErrors: [
    async ({ context }, provide) => {
      // A page that logs out may be asking for its payments, profile or limits at that moment.
      const allowed = [/401 .*\/api\/(checkouts|me\/(profile|limits))\)/]
      const errors = collectErrors(context)
      await provide({ allow: (pattern) => allowed.push(pattern) })
      const unexpected = errors.filter((text) => !allowed.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0) {
        throw new Error(
          `The page reported errors; where that is right, say so with pageErrors.allow(/…/):\n${unexpected.join('\n')}`,
        )
      }
    },
    { auto: true },
  ],
})

function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  return errors
}
