import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refusal, serveApi } from '#tests/helpers/page/page.ts'
import { RemindersSection } from './reminders-section.tsx'

const ROUTE = 'GET /api/me/reminders'

test('reminders are turned on and off by one button, and it is said which', async () => {
  const requests = serveApi({
    [ROUTE]: { body: { isOn: false, isConfirmed: true } },
    'PUT /api/me/reminders': ({ body }) => ({ body: { ...Object(body), isConfirmed: true } }),
  })
  const user = userEvent.setup()
  render(<RemindersSection />)
  await user.click(await screen.findByRole('button', { name: 'Turn reminders on' }))
  const off = await screen.findByRole('button', { name: 'Turn reminders off' })
  expect(screen.getByText('on').parentElement?.textContent).toBe('Reminders are on.')
  await user.click(off)
  await screen.findByRole('button', { name: 'Turn reminders on' })
  expect(requests.map(({ body }) => body)).toEqual([undefined, { isOn: true }, { isOn: false }])
})

test('a donor whose email is not confirmed reads what to do', async () => {
  const sentence = 'Please confirm your email first: reminders go to confirmed addresses alone.'
  serveApi({
    [ROUTE]: { body: { isOn: false, isConfirmed: false } },
    'PUT /api/me/reminders': refusal('failed-precondition', sentence),
  })
  render(<RemindersSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn reminders on' }))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(screen.getByRole('button', { name: 'Turn reminders on' })).toBeDefined()
})
