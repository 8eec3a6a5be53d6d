import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NO_LIMITS } from '#tests/helpers/page/own-limits.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { LimitNote } from './limit-note.tsx'

test('a pause that began in another tab is told once the page is seen again', async () => {
  stubBrowserApis()
  const requests = serveApi({ 'GET /api/me/limits': { body: NO_LIMITS } })
  render(<LimitNote paidCount={0} isReplaced={false} />)
  await expect.poll(() => requests.length).toBe(1)
  expect(screen.queryByText(/paused/)).toBeNull()
  serveApi({
    'GET /api/me/limits': { body: { ...NO_LIMITS, pausedUntil: '2099-01-01T10:30:00Z' } },
  })
  fireEvent(document, new Event('visibilitychange'))
  expect(await screen.findByText(/^You have paused your donations until/)).toBeDefined()
})
