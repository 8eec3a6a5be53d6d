import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Recap } from '#contract/crowns.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { SaveVideo } from './save-video.tsx'

const [START, END] = ['2026-12-01T20:00:00.000Z', '2026-12-01T21:00:00.000Z']

const RECAP: Recap = {
  now: END,
  ranks: 'donor',
  round: buildRound({ id: 'r1', startsAt: START, endsAt: END, results: 1 }),
  startsAt: START,
  endsAt: END,
  total: { count: 0, amountCents: 0 },
  crowns: [],
  reigns: [],
  reignCount: 0,
  course: [],
  closest: null,
  leap: null,
}

const saved: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  stubBrowserApis()
  serveApi({})
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:video', revokeObjectURL: () => {} })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Shows the button in a browser that names all formats, and records nothing in those that are empty. */
function open(...empty: readonly string[]): void {
  const context = new Proxy({}, { get: () => () => ({ width: 1, addColorStop: () => {} }) })
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => context,
    captureStream: () => ({}),
  })
  vi.stubGlobal(
    'MediaRecorder',
    class extends EventTarget {
      static readonly isTypeSupported = () => true
      readonly #type: string
      #timer: ReturnType<typeof setInterval> | undefined

      constructor(_stream: object, { mimeType }: { mimeType: string }) {
        super()
        this.#type = mimeType
      }

      start(sliceMs: number): void {
        this.#timer = setInterval(() => this.#give(), sliceMs)
      }

      stop(): void {
        clearInterval(this.#timer)
        this.#give()
        this.dispatchEvent(new Event('stop'))
      }

      #give(): void {
        const data = new Blob(empty.includes(this.#type) ? [] : ['frames'])
        this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
      }
    },
  )
  render(<SaveVideo recap={RECAP} steps={[]} />)
}

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

test('a format in which nothing is recorded is left for the next one', async () => {
  open('video/mp4')
  press('Save as video')
  await later(40_000)
  expect(saved).toEqual(['recap-final-hour.webm'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a browser that records nothing in any format says so soon, and saves no file', async () => {
  open('video/mp4', 'video/webm;codecs=vp9', 'video/webm')
  press('Save as video')
  await later(20_000)
  expect(screen.getByRole('alert').textContent).toBe('This browser could not record the video.')
  expect(saved).toEqual([])
})

test('the focus stays on the button, which cancels what it has begun', async () => {
  open()
  press('Save as video')
  await later(1_500)
  expect(document.activeElement?.textContent).toBe('Cancel')
  press('Cancel')
  await later(1_000)
  expect(document.activeElement?.textContent).toBe('Save as video')
  expect(saved).toEqual([])
})
