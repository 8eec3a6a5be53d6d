let expected: { pattern: RegExp; seen: boolean }[] = []
let unexpected: string[] = []

/**
 * Expects, in advance, that this test calls `console.error` with a matching text. The test fails if
 * an unexpected call is made, and if an expected one is not.
 */
export function expectConsoleError(pattern: RegExp): void {
  expected.push({ pattern, seen: false })
}

/** Replaces `console.error` for one test. */
export function watchConsoleErrors(): void {
  expected = []
  unexpected = []
  console.error = (...values: unknown[]) => {
    noteCall(values.map(describeValue).join(' '))
  }
}

/** Returns the unexpected and the missing calls of this test, one sentence each. */
export function takeUnexpectedErrors(): string[] {
  const missing = expected.filter(({ seen }) => !seen)
  const problems = [
    ...unexpected,
    ...missing.map(({ pattern }) => `never called with a text like ${pattern}`),
  ]
  expected = []
  unexpected = []
  return problems
}

function noteCall(text: string): void {
  const match = expected.find(({ pattern }) => pattern.test(text))
  if (match) match.seen = true
  else unexpected.push(text)
}

function describeValue(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value)
  } catch {
    return String(value)
  }
}
