import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useDeferredModule } from './use-deferred-module.ts'

test('there is nothing until it has been fetched', async () => {
  const load = async () => ({ name: 'part' })
  const { result } = renderHook(() => useDeferredModule(load))
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toEqual({ name: 'part' }))
})

test('a module that cannot be fetched stays undefined', async () => {
  const load = vi.fn<() => Promise<object>>(() => Promise.reject(new Error('The network is away.')))
  const { result } = renderHook(() => useDeferredModule(load))
  await waitFor(() => expect(load).toHaveBeenCalled())
  await act(async () => {})
  expect(result.current).toBeUndefined()
})
