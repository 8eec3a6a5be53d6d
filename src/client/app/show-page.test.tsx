import { act, fireEvent, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildEntries, buildFirstBoard } from '#client/features/leaderboard/live/board-builders.ts'
import { writeStorage } from '#client/lib/storage.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { App } from './app.tsx'
import { boardPart } from './board.tsx'
import { showPage } from './show-page.tsx'

beforeEach(() => {
  stubBrowserApis()
  vi.stubGlobal('EventSource', SilentStream)
  vi.stubGlobal('ResizeObserver', StillObserver)
  vi.stubGlobal('earlyClick', undefined)
  serveApi({ 'GET /api/auth/get-session': { body: null } })
})

class SilentStream extends EventTarget {
  close() {}
}

class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const firstBoard = buildFirstBoard({
  entries: buildEntries(...Array.from({ length: 30 }, (_, index) => 900_000 - index)),
})

/** Renders as the server does; a difference of what the page renders then fails the test. */
async function renderOnServer(accepted: boolean) {
  await boardPart.load()
  const page = <App accepted={accepted} firstBoard={firstBoard} />
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  document.body.append(root)
  onTestFinished(() => root.remove())
  return { root, page }
}

test.each([true, false])(
  'the elements of the server stay when the page takes over, accepted %s',
  async (accepted) => {
    const { root, page } = await renderOnServer(accepted)
    const elements = [...root.querySelectorAll('button, h2, li')]
    expect(elements.length).toBeGreaterThan(5)
    await act(async () => showPage({ root, page, isRendered: true, loadLateParts: boardPart.load }))
    expect(elements.every((element) => element.isConnected)).toBe(true)
  },
)

test('a page that was rendered a while ago becomes as old as it is', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(firstBoard.asOf)
  const { root, page } = await renderOnServer(true)
  const before = root.querySelector('time')?.textContent
  vi.setSystemTime(firstBoard.asOf + 864_000_000)
  await act(async () => showPage({ root, page, isRendered: true, loadLateParts: boardPart.load }))
  expect(root.querySelector('time')?.textContent).not.toBe(before)
})

test('a click before the page is interactive is repeated, also on a part that is late', async () => {
  for (const name of ['Pause live updates', 'Sound: full']) {
    const { root, page } = await renderOnServer(true)
    const button = screen.getByRole('button', { name })
    vi.stubGlobal('earlyClick', button.firstElementChild)
    await act(async () => showPage({ root, page, isRendered: true, loadLateParts: boardPart.load }))
    expect(button.getAttribute('aria-pressed') ?? button.dataset['level']).toMatch(/true|soft/)
    writeStorage('browser', 'sound-level', null)
    root.remove()
  }
})

test('a click on a late part is repeated when the part is there', async () => {
  const { root, page } = await renderOnServer(true)
  const late = Promise.withResolvers<void>()
  // In the place of React, which ends the event while the part is not there.
  root.addEventListener('click', (event) => event.stopPropagation(), { capture: true, once: true })
  await act(async () =>
    showPage({ root, page, isRendered: true, loadLateParts: () => late.promise }),
  )
  const pause = screen.getByRole('button', { name: 'Pause live updates' })
  fireEvent.click(pause)
  expect(pause.getAttribute('aria-pressed')).toBe('false')
  await act(async () => late.resolve())
  expect(pause.getAttribute('aria-pressed')).toBe('true')
})

test('without a rendered page it is rendered here', async () => {
  const root = document.createElement('div')
  document.body.append(root)
  onTestFinished(() => root.remove())
  const page = <App accepted={false} />
  await act(async () => showPage({ root, page, isRendered: false, loadLateParts: async () => {} }))
  expect(screen.getByRole('button', { name: 'I Understand' })).toBeTruthy()
})
