import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fillBrowserGaps } from '../../../../tests/helpers/page.ts'
import { setSoundLevel } from '../../lib/sound.ts'
import { Celebration } from './celebration.tsx'

beforeEach(() => {
  fillBrowserGaps()
  vi.useFakeTimers()
  // jsdom does not draw, and says so whenever it is asked to.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

afterEach(() => {
  setSoundLevel('full')
  vi.useRealTimers()
})

/** Celebrates Ada; the browser lets the sound be heard or not. */
async function celebrate({
  allowsSound = true,
  name = 'Ada',
}: { allowsSound?: boolean; name?: string | null } = {}) {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {
    if (!allowsSound) throw new DOMException('No gesture yet.', 'NotAllowedError')
  })
  const onEnd = vi.fn<() => void>()
  await act(async () =>
    render(<Celebration name={name} donationId="d1" position={3} onEnd={onEnd} />),
  )
  return { play, onEnd }
}

test('the donor is thanked by name, and hears it', async () => {
  const { play } = await celebrate()
  expect(screen.getByRole('heading', { name: 'Thank You!' })).toBeDefined()
  expect(document.getElementById('celebration-text')?.textContent).toBe(
    'Ada, welcome to the Royale!',
  )
  expect(screen.getByText('You took #3. The third sun is yours.')).toBeDefined()
  expect(play).toHaveBeenCalledOnce()
  expect(screen.queryByText('Play sound')).toBeNull()
})

test('a donor without a name is thanked all the same', async () => {
  await celebrate({ name: null })
  expect(document.getElementById('celebration-text')?.textContent.trim()).toBe(
    'welcome to the Royale!',
  )
})

test('it leaves after five seconds', async () => {
  const { onEnd } = await celebrate()
  await act(() => vi.advanceTimersByTimeAsync(4_999))
  expect(onEnd).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(onEnd).toHaveBeenCalledOnce()
})

test('Escape ends it early', async () => {
  const { onEnd } = await celebrate()
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(onEnd).toHaveBeenCalledOnce()
})

test('pressing anywhere ends it early', async () => {
  const { onEnd } = await celebrate()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onEnd).toHaveBeenCalledOnce()
})

test('where the browser refuses the sound, the next touch brings it, once', async () => {
  const { play } = await celebrate({ allowsSound: false })
  expect(screen.getByRole('button', { name: 'Play sound' })).toBeDefined()
  play.mockResolvedValue()
  await act(async () => fireEvent.pointerDown(document.body))
  expect(play).toHaveBeenCalledTimes(2)
  expect(screen.queryByText('Play sound')).toBeNull()
  await act(async () => fireEvent.keyDown(document.body))
  expect(play).toHaveBeenCalledTimes(2)
})

test('who has muted the sound hears nothing, and is not offered it', async () => {
  setSoundLevel('off')
  const { play } = await celebrate()
  expect(play).not.toHaveBeenCalled()
  expect(screen.queryByText('Play sound')).toBeNull()
})
