import { afterEach, beforeEach } from 'vitest'
import { takeUnexpectedErrors, watchConsoleErrors } from './console-errors.ts'

beforeEach(watchConsoleErrors)

afterEach(() => {
  const unexpected = takeUnexpectedErrors()
  if (unexpected.length > 0) {
    throw new Error(
      `console.error was called ${unexpected.length} times; where that is right, ` +
        `say so with expectConsoleError(/…/):\n${unexpected.join('\n')}`,
    )
  }
})
