import { expect, test } from 'vitest'
import { keepContext } from './canvas-context.ts'

test('a canvas that gives its context once can be asked again', () => {
  const context = {}
  const canvas = new OnceOnlyCanvas(context)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what is used of one
  const offscreen = canvas as unknown as OffscreenCanvas
  keepContext(offscreen)
  expect(offscreen.getContext('2d')).toBe(context)
  expect(offscreen.getContext('2d')).toBe(context)
})

/** A transferred canvas as Firefox has it. */
class OnceOnlyCanvas {
  readonly #context: object
  #isTaken = false

  constructor(context: object) {
    this.#context = context
  }

  getContext(): object {
    if (this.#isTaken) throw new DOMException('Cannot update context', 'InvalidStateError')
    this.#isTaken = true
    return this.#context
  }
}
