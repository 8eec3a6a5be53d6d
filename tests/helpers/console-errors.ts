let expected: { pattern: RegExp; seen: boolean }[] = []
let unexpected: string[] = []

/**
 * Announces, before it happens, that this test makes something call `console.error` with a text
 * that matches. The test fails when a call that nobody announced is made, and when an announced
 * one is not.
 */
export function expectConsoleError(pattern: RegExp): void {
  expected.push({ pattern, seen: false })
}

/** Takes `console.error` over for one test. */
export function watchConsoleErrors(): void {
  expected = []
  unexpected = []
  console.error = (...values: unknown[]) => {
    noteCall(values.map(describeValue).join(' '))
  }
}

/** What went against the announcements in this test, a sentence each; empty when all was well. */
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
