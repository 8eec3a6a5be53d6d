import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MatchedDonation } from '#contract/matches.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { BOARD_ID } from '#client/lib/board-marks.ts'
import { setSoundLevel } from '#client/lib/sound-level.ts'
import type { Comparison } from './achievement.ts'
import { Celebration } from './celebration.tsx'

beforeEach(() => {
  stubBrowserApis()
  vi.useFakeTimers()
})

afterEach(() => {
  setSoundLevel('full')
  vi.useRealTimers()
})

interface Setting {
  allowsSound?: boolean
  name?: string | null
  position?: number
  comparison?: Comparison
}

/** Celebrates Ada, in a browser that allows the sound or not. Her rank can be shared meanwhile. */
async function celebrate({
  allowsSound = true,
  name = 'Ada',
  position = 3,
  comparison = { isReturning: false },
}: Setting = {}) {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {
    if (!allowsSound) throw new DOMException('No gesture yet.', 'NotAllowedError')
  })
  const onEnd = vi.fn<() => void>()
  let hold: (isHeld: boolean) => void = () => {}
  const renderActions = (holdOpen: typeof hold) => {
    hold = holdOpen
    return <button type="button">Share my rank</button>
  }
  await act(async () =>
    render(
      <Celebration {...{ name, position, comparison, renderActions, onEnd }} donationId="d1" />,
    ),
  )
  return { play, onEnd, hold }
}

test('the donor is thanked by name, with the sound', async () => {
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

test('a donor who had donated before is not welcomed as if new', async () => {
  await celebrate({ position: 12, comparison: { isReturning: true, ownBest: 40 } })
  expect(document.getElementById('celebration-text')?.textContent).toBe(
    'Ada, welcome back to the Royale!',
  )
  expect(screen.getByText('You climbed 27 places, from #39 to #12.')).toBeDefined()
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

test('where the browser refuses the sound, the next gesture plays it, once', async () => {
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

test('ending early fades the sound, unless the press that ended it started the sound', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause')
  const press = async () => {
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Close' }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await act(() => vi.advanceTimersByTimeAsync(400))
  }
  await celebrate({ allowsSound: false })
  await press()
  expect(pause).not.toHaveBeenCalled()
  cleanup()
  await celebrate()
  await press()
  expect(pause).toHaveBeenCalledOnce()
})

test('it stays while the donor shares, and then for a moment more', async () => {
  const { onEnd, hold } = await celebrate()
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  act(() => hold(true))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(onEnd).not.toHaveBeenCalled()
  act(() => hold(false))
  await act(() => vi.advanceTimersByTimeAsync(1_999))
  expect(onEnd).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(onEnd).toHaveBeenCalledOnce()
})

test('it stays while a button has the focus by keyboard', async () => {
  const { onEnd } = await celebrate()
  const share = screen.getByRole('button', { name: 'Share my rank' })
  vi.spyOn(share, 'matches').mockReturnValue(true)
  act(() => share.focus())
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(onEnd).not.toHaveBeenCalled()
  act(() => share.blur())
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a screen reader hears the words once, as the description of the dialog', async () => {
  await celebrate({ position: 1 })
  const ids = screen.getByRole('dialog').getAttribute('aria-describedby')?.split(' ') ?? []
  const description = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  expect(description).toBe(
    'Ada, welcome to the Royale! You took\u{a0}#1. The galaxy turns around you.',
  )
  expect(document.querySelector('[aria-live], [role=status]')).toBeNull()
})

test('afterwards the focus is on the donation, where nothing else has it', async () => {
  const row = document.createElement('li')
  row.dataset['donation'] = 'd1'
  document.body.append(row)
  await celebrate()
  cleanup()
  expect(document.activeElement).toBe(row)
  row.remove()
})

test('without a row on the screen the focus is on the bar of the own place, or on the board', async () => {
  const board = document.createElement('div')
  board.id = BOARD_ID
  const bar = document.createElement('aside')
  bar.dataset['pinnedOwn'] = ''
  bar.innerHTML = '<button>You are #40</button>'
  document.body.append(board, bar)
  await celebrate()
  cleanup()
  expect(document.activeElement?.textContent).toBe('You are #40')
  bar.remove()
  await celebrate()
  cleanup()
  expect(document.activeElement).toBe(board)
  board.remove()
})

const SUM = {
  id: 'row',
  board: 'donors-all-time',
  position: 8,
  amountCents: 9_000,
  above: { name: 'Mira', amountCents: 9_500 },
} as const

const place = () =>
  document.getElementById('celebration-place')?.textContent.replaceAll('\u{a0}', ' ')

test('where donors rank, nothing is told of the place of the single donation', async () => {
  const comparison = { isReturning: true, ownBest: 6, ranksDonors: true, sum: SUM }
  await celebrate({ position: 6, comparison })
  expect(place()).toBe('With $90 in all you are #8 of all donors; $5.01 more passes Mira.')
})

test('what matches have added is told, and plainly if it is less than was promised', async () => {
  const part = { matchedCents: 5_000, promisedCents: 5_000, ended: false, cancelled: false }
  const acme = { sponsor: 'Acme', ...part }
  const tell = async (...matched: MatchedDonation[]) => {
    cleanup()
    await celebrate({ position: 12, comparison: { isReturning: false, matched } })
    return place()?.replace('You stand at #12.', '')
  }
  expect(await tell(acme)).toBe('Acme matched it with $50.00.')
  expect(await tell({ ...acme, matchedCents: 1_200 })).toBe(
    'Acme matched it with only $12.00: then the match had run out.',
  )
  expect(await tell({ ...acme, matchedCents: 0 })).toBe(
    'The match of Acme had run out before your payment arrived.',
  )
  expect(await tell({ ...acme, matchedCents: 0, ended: true })).toBe(
    'The match of Acme had ended before your payment arrived.',
  )
  expect(await tell({ ...acme, matchedCents: 0, cancelled: true })).toBe(
    'The match of Acme was cancelled, and adds nothing to your donation.',
  )
})

test('where donors rank and the sum is not known, no place is told', async () => {
  await celebrate({ position: 1, comparison: { isReturning: true, ranksDonors: true } })
  expect(place()).toBe('')
})

test('where donations rank, the sum is told beside them', async () => {
  await celebrate({ position: 6, comparison: { isReturning: true, ownBest: 7, sum: SUM } })
  expect(place()).toBe(
    'You raised your own #6. With $90 in all you are #8 of all donors; $5.01 more passes Mira.',
  )
})
