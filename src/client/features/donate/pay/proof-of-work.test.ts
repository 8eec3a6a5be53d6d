import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { PROOF_ALGORITHM, type Challenge } from '#contract/proof-of-work.ts'
import { describeFailure } from './failure.ts'
import { withProofOfWork, type Solve } from './proof-of-work.ts'

const FAILED =
  'Your browser could not finish the check. Try again in a few minutes. Nothing was charged.'

const CHALLENGE: Challenge = {
  parameters: {
    algorithm: PROOF_ALGORITHM,
    nonce: '00',
    salt: '00',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
    keySignature: '00',
    expiresAt: 1,
    data: { level: 1, session: '00' },
  },
  signature: '00',
}

const asksForProof = () =>
  new AppError('resource-exhausted', 'Please try again.', { challenge: CHALLENGE })

/** Starts a call that succeeds once it carries proof number `times`. */
function startCall(times: number, solve: Solve = async () => 'a proof') {
  const controller = new AbortController()
  const proofs: (string | undefined)[] = []
  const onWork = vi.fn<() => void>()
  const result = withProofOfWork(
    async (proof) => {
      proofs.push(proof)
      if (proofs.length <= times) throw asksForProof()
      return 'taken'
    },
    { signal: controller.signal, onWork, solve },
  )
  return { result, proofs, onWork, controller }
}

test('a call that needs no proof is made once, without a message', async () => {
  const { result, proofs, onWork } = startCall(0)
  expect(await result).toBe('taken')
  expect(proofs).toEqual([undefined])
  expect(onWork).not.toHaveBeenCalled()
})

test('a call that needs a proof is repeated with it', async () => {
  const { result, proofs, onWork } = startCall(1)
  expect(await result).toBe('taken')
  expect(proofs).toEqual([undefined, 'a proof'])
  expect(onWork).toHaveBeenCalledOnce()
})

test('a server that wants ever more proofs is given up, with a sentence', async () => {
  const { result, proofs } = startCall(10)
  expect(describeFailure(await result.catch((error: unknown) => error))).toBe(FAILED)
  expect(proofs).toHaveLength(4)
})

test('a browser that cannot do the work says so', async () => {
  const { result } = startCall(1, async () => {
    throw new TypeError('crypto.subtle is undefined')
  })
  expect(describeFailure(await result.catch((error: unknown) => error))).toBe(FAILED)
})

test("cancelled work fails with the signal's reason, and nothing is sent after it", async () => {
  const reason = new Error('enough')
  const { result, proofs, controller } = startCall(1, (_challenge, signal) => {
    const given = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => given.reject(reason))
    queueMicrotask(() => controller.abort(reason))
    return given.promise
  })
  await expect(result).rejects.toBe(reason)
  expect(proofs).toEqual([undefined])
})

test('any other error is passed on unchanged', async () => {
  const failure = new AppError('unavailable', 'Stripe cannot be reached right now.')
  const result = withProofOfWork(() => Promise.reject(failure), {
    signal: new AbortController().signal,
    onWork: () => {},
  })
  await expect(result).rejects.toBe(failure)
})
