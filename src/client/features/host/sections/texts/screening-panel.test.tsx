import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screeningSettingsSchema, type ScreeningSettings } from '#contract/host/texts.ts'
import { refusal, serveApi } from '#tests/helpers/page/page.ts'
import { changes } from '../../api/changes.ts'
import { ConsoleProvider } from '../../session/console-context.ts'
import { ScreeningPanel } from './screening-panel.tsx'

const ROUTE = '/api/host/screening'

const CONTEXT = {
  account: { userId: 'u1', email: 'h@example.org', role: 'owner', hasSecondFactor: true },
  mode: 'sandbox',
  openAccount: () => {},
} as const

/** Opens the panel over settings that are saved as they are sent, trimmed. */
async function open(beforeSaving?: () => Promise<void>) {
  let settings: ScreeningSettings = {
    mode: 'automatic',
    messages: true,
    words: ['sink'],
    amountsCents: [666],
    revision: 1,
  }
  serveApi({
    [`GET ${ROUTE}`]: () => ({ body: settings }),
    [`PUT ${ROUTE}`]: async ({ body }) => {
      await beforeSaving?.()
      settings = { ...screeningSettingsSchema.parse(body), revision: settings.revision + 1 }
      return { body: settings }
    },
  })
  render(
    <ConsoleProvider value={CONTEXT}>
      <ScreeningPanel />
    </ConsoleProvider>,
  )
  const words = await screen.findByLabelText<HTMLTextAreaElement>('Blocked words, one per line')
  return {
    words,
    button: screen.getByRole('button', { name: 'Save the screening' }),
    /** Another host changes the words. */
    changeElsewhere: (...words_: string[]) => {
      settings = { ...settings, words: words_, revision: settings.revision + 1 }
      changes.announce(['texts'])
    },
  }
}

test('saving is told, and leaves the focus and the form in their place', async () => {
  const { words, button } = await open()
  fireEvent.change(words, { target: { value: ' sink \nsieve\n' } })
  button.focus()
  fireEvent.click(button)
  expect((await screen.findByRole('status')).textContent).toBe('Saved.')
  expect(document.activeElement).toBe(button)
  expect(screen.getByLabelText('Blocked words, one per line')).toBe(words)
  expect(words.value).toBe('sink\nsieve')
  fireEvent.change(words, { target: { value: 'sink' } })
  expect(screen.queryByRole('status')).toBeNull()
})

test('what is typed while the former change is saved stays, and can be saved too', async () => {
  const isSaving = Promise.withResolvers<void>()
  const { words, button } = await open(() => isSaving.promise)
  fireEvent.change(words, { target: { value: 'sieve' } })
  fireEvent.click(button)
  fireEvent.change(words, { target: { value: 'sieves' } })
  isSaving.resolve()
  await screen.findByText('Saved.')
  expect(words.value).toBe('sieves')
  expect(screen.queryByText(/Another host has changed/)).toBeNull()
  fireEvent.click(button)
  await waitFor(() => expect(screen.getByText('Saved.')).toBeTruthy())
  expect(words.value).toBe('sieves')
})

test("another host's change is shown, or told where something was typed", async () => {
  const { words, changeElsewhere } = await open()
  changeElsewhere('leak')
  await waitFor(() => expect(words.value).toBe('leak'))
  fireEvent.change(words, { target: { value: 'leaks' } })
  changeElsewhere('leaking')
  await screen.findByText('Another host has changed the screening. What you typed is still here.')
  expect(words.value).toBe('leaks')
  fireEvent.click(screen.getByRole('button', { name: 'Show theirs' }))
  expect(words.value).toBe('leaking')
})

test('a line that is no amount is told, and nothing is sent', async () => {
  await open()
  const amounts = screen.getByLabelText('Block texts of these amounts, one per line')
  fireEvent.change(amounts, { target: { value: 'six' } })
  serveApi({ [`PUT ${ROUTE}`]: refusal('unknown', 'This was sent.') })
  fireEvent.click(screen.getByRole('button', { name: 'Save the screening' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    '“six” is no amount: write it like 6.66.',
  )
  expect(amounts.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(amounts)
})
