import { test as base, type BrowserContext } from '@playwright/test'
import { type AppServer, startAppServer } from '../server/app-server.ts'

export { expect } from '@playwright/test'

interface TestFixtures {
  /** The product, one for each test file; `baseURL` is its origin. */
  server: AppServer
  /** Fails each test in which a page of its default context logs or throws an unexpected error. */
  pageErrors: PageErrors
}

interface WorkerFixtures {
  fileServers: FileServers
}

/** Starts a server for the test file of a worker, and stops that of the file before. */
interface FileServers {
  of: (file: string) => Promise<AppServer>
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
      let current: { file: string; server: AppServer } | undefined
      await provide({
        of: async (file) => {
          if (current?.file === file) return current.server
          await current?.server.stop()
          current = undefined
          const server = await startAppServer()
          current = { file, server }
          return server
        },
      })
      await current?.server.stop()
    },
    { scope: 'worker' },
  ],
  server: async ({ fileServers }, provide, testInfo) => {
    const server = await fileServers.of(testInfo.file)
    await provide(server)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server log', { body: server.log(), contentType: 'text/plain' })
    }
  },
  baseURL: ({ server }, provide) => provide(server.url),
  pageErrors: [
    async ({ context }, provide) => {
      // A page that logs out may be asking for its payments or its profile at that moment.
      const allowed = [/401 .*\/api\/(checkouts|me\/profile)\)/]
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
