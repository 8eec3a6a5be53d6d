import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mayInterrupt, useInterruptionHold } from './interruptions.ts'

afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

function focus(html: string): void {
  document.body.innerHTML = html
  document.querySelector<HTMLElement>('[data-focused]')?.focus()
}

test('a dialog may open by itself while the viewer watches, or has pressed a button of the page', () => {
  focus('<section id="donate" data-open="false"><button data-focused>Open</button></section>')
  expect(mayInterrupt()).toBe(true)
})

test.each([
  ['types', '<input data-focused>'],
  ['chooses', '<select data-focused></select>'],
  ['is at an amount', '<div data-steps><button data-focused>$10</button></div>'],
  ['is at a pay button', '<div data-pay><button data-focused>Pay</button></div>'],
  ['is in the frame of the wallet', '<div data-pay><p><iframe data-focused></iframe></p></div>'],
  ['has the sheet open', '<section id="donate" data-open="true"></section>'],
  ['reads another dialog', '<dialog open></dialog>'],
])('no dialog opens by itself while the viewer %s', (_, html) => {
  focus(html)
  expect(mayInterrupt()).toBe(false)
})

test('no dialog opens by itself in a hidden tab', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  expect(mayInterrupt()).toBe(false)
})

test('no dialog opens by itself until all that hold it back have ended', () => {
  const hold = () =>
    renderHook(({ isHeld }) => useInterruptionHold(isHeld), { initialProps: { isHeld: true } })
  const [payment, celebration] = [hold(), hold()]
  payment.rerender({ isHeld: false })
  expect(mayInterrupt()).toBe(false)
  celebration.unmount()
  expect(mayInterrupt()).toBe(true)
})
