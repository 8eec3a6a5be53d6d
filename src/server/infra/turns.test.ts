import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('work for one thing waits for what came before, also where that fails', async () => {
  const turns = new Turns()
  const done: string[] = []
  const failing = Promise.withResolvers<void>()
  const first = turns.take('one', () => failing.promise)
  const second = turns.take('one', async () => void done.push('second'))
  await turns.take('other', async () => void done.push('other'))
  expect(done).toEqual(['other'])
  failing.reject(new Error('oops'))
  await expect(first).rejects.toThrow('oops')
  await second
  expect(done).toEqual(['other', 'second'])
})
