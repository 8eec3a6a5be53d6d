import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { DialogCard } from './dialog-card.tsx'

/** Notes what is called back, and never calls back by itself. */
class NotedObserver {
  static callBack: (entries: { isIntersecting: boolean }[]) => void
  constructor(callBack: typeof NotedObserver.callBack) {
    NotedObserver.callBack = callBack
  }
  observe() {}
  disconnect() {}
}

test('the foot says that more lies below by the last of what was seen at once', () => {
  stubBrowserApis()
  vi.stubGlobal('IntersectionObserver', NotedObserver)
  const { container } = render(
    <DialogCard titleId="title" title="Your Account" onClose={() => {}}>
      <p>Much</p>
    </DialogCard>,
  )
  const see = (...seen: boolean[]) =>
    act(() => NotedObserver.callBack(seen.map((isIntersecting) => ({ isIntersecting }))))
  see(true, false)
  expect(container.querySelector('[data-more]')).not.toBeNull()
  see(false, true)
  expect(container.querySelector('[data-more]')).toBeNull()
})
