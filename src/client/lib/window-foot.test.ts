import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { measureFreeHeightPx, subscribeToFreeHeight } from './window-foot.ts'

afterEach(() => void document.documentElement.style.removeProperty('--bottom-bar'))

test('a sheet at the foot leaves less of the window, and whoever subscribed hears of it', async () => {
  const onChange = vi.fn<() => void>()
  const unsubscribe = subscribeToFreeHeight(onChange)
  document.documentElement.style.setProperty('--bottom-bar', '154px')
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  expect(measureFreeHeightPx()).toBe(innerHeight - 154)
  unsubscribe()
  document.documentElement.style.setProperty('--bottom-bar', '90px')
  await Promise.resolve()
  expect(onChange).toHaveBeenCalledTimes(1)
})
