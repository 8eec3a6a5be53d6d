import { beforeAll, describe, expect, test } from 'vitest'
import { proofSchema, type Challenge, type Proof } from '#contract/proof-of-work.ts'
import { encodeProof, solve } from '#tests/helpers/app/proof-of-work.ts'
import { PROOF_LIFE_MS } from './limits.ts'
import { createProofOfWork } from './proof-of-work.ts'

const SECRET = 'canary_of_the_secret_0123456789'
const SESSION = { userId: 'user_of_ada', sessionToken: 'token-1' }

let now = Date.now()
const work = createProofOfWork(SECRET, () => now)

let challenge: Challenge
let value: string
let proof: Proof

beforeAll(async () => {
  challenge = await work.challenge(1, SESSION)
  value = await solve(challenge)
  proof = proofSchema.parse(decode(value))
})

function decode(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
}

/** Returns the proof with other parameters in its challenge. */
function alter(change: object): string {
  const parameters = { ...challenge.parameters, ...change }
  return encodeProof({ ...proof, challenge: { ...challenge, parameters } })
}

describe('a proof of work', () => {
  test('holds for the session that the challenge was made for, on every node', async () => {
    const node = createProofOfWork(SECRET, () => now)
    expect(await node.verify(value, SESSION)).toEqual({
      id: challenge.parameters.nonce,
      level: 1,
      expiresAt: challenge.parameters.expiresAt * 1000,
    })
  })

  test.each([
    ['another account', { ...SESSION, userId: 'eve' }],
    ['another session of the account', { ...SESSION, sessionToken: 'token-2' }],
  ])('does not hold for %s', async (_case, session) => {
    expect(await work.verify(value, session)).toBeUndefined()
  })

  test('holds for five minutes', async () => {
    const begun = now
    now = begun + PROOF_LIFE_MS - 2_000
    expect(await work.verify(value, SESSION)).toBeDefined()
    now = begun + PROOF_LIFE_MS
    expect(await work.verify(value, SESSION)).toBeUndefined()
    now = begun
  })

  test('of a server with another secret does not hold', async () => {
    const other = createProofOfWork('another secret', () => now)
    expect(await other.verify(value, SESSION)).toBeUndefined()
  })

  test('whose challenge was altered does not hold', async () => {
    const { data, expiresAt } = challenge.parameters
    const { keySignature: _keySignature, ...unsigned } = challenge.parameters
    const altered = [
      alter({ data: { ...data, level: 5 } }),
      alter({ expiresAt: expiresAt + 60 }),
      alter({ cost: 1 }),
      alter({ keyPrefix: '00' }),
      alter({ nonce: '00'.repeat(16) }),
      encodeProof({ ...proof, challenge: { ...challenge, parameters: unsigned } }),
      encodeProof({ ...proof, challenge: { ...challenge, signature: '00'.repeat(32) } }),
    ]
    for (const text of altered) expect(await work.verify(text, SESSION)).toBeUndefined()
  })

  test('without the solution does not hold', async () => {
    const { keyPrefix } = challenge.parameters
    const guesses = [keyPrefix, keyPrefix + '00'.repeat(16), '00'.repeat(32)]
    for (const derivedKey of guesses) {
      const text = encodeProof({ challenge, solution: { ...proof.solution, derivedKey } })
      expect(await work.verify(text, SESSION)).toBeUndefined()
    }
  })

  test.each([
    '',
    'x',
    'e30=',
    'bnVsbA==',
    '\u0000',
    encodeProof({ challenge: null, solution: null }),
    'A'.repeat(10_000),
  ])('that is none does not hold: %j', async (text) => {
    expect(await work.verify(text, SESSION)).toBeUndefined()
  })
})

test('a challenge names neither the account nor the session', () => {
  const text = JSON.stringify(challenge)
  // The random bytes are written in hexadecimal digits, of which none of these can consist.
  expect(text).not.toMatch(/user_of_ada|token-1|canary/)
})
