import { expect, test } from 'vitest'
import { KeyedMutex } from './keyed-mutex.ts'

test('work for one thing waits for what came before, also where that fails', async () => {
  const mutex = new KeyedMutex()
  const done: string[] = []
  const failing = Promise.withResolvers<void>()
  const first = mutex.run('one', () => failing.promise)
  const second = mutex.run('one', async () => void done.push('second'))
  await mutex.run('other', async () => void done.push('other'))
  expect(done).toEqual(['other'])
  failing.reject(new Error('oops'))
  await expect(first).rejects.toThrow('oops')
  await second
  expect(done).toEqual(['other', 'second'])
})
