import { expect, test, vi } from 'vitest'
import type { SkyLayout } from './messages.ts'

const { created } = vi.hoisted(() => ({ created: [] as unknown[] }))
vi.mock('./scene.ts', () => ({
  Scene: function Scene(_context: unknown, layout: unknown) {
    created.push(layout)
  },
}))

function buildLayout(width: number): SkyLayout {
  const size = { width, height: 600 }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the scene is none
  return { composition: {}, size, window: size, pixelRatio: 1 } as unknown as SkyLayout
}

test('a canvas that gives its context once is laid out again at each new size', async () => {
  await import('./sky-worker.ts')
  const context = {}
  const getContext = vi.fn<() => object>(() => context)
  const canvas = { width: 0, height: 0, getContext }
  dispatchEvent(new MessageEvent('message', { data: { canvas } }))
  for (const width of [800, 500]) {
    const data = { kind: 'layout', layout: buildLayout(width) }
    dispatchEvent(new MessageEvent('message', { data }))
  }
  expect(created).toEqual([buildLayout(800), buildLayout(500)])
  expect(canvas).toMatchObject({ width: 500, height: 600 })
  expect(getContext).toHaveBeenCalledTimes(1)
})
