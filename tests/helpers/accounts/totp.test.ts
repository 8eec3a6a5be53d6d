import { expect, test } from 'vitest'
import { readCode } from './totp.ts'

/** The key of RFC 6238's examples; the codes below are the last six of its digits. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59_000, '287082'],
  [1_111_111_109_000, '081804'],
  [20_000_000_000_000, '353130'],
])('at %i the app shows what the standard names', (time, code) => {
  expect(readCode(KEY, time)).toBe(code)
})
