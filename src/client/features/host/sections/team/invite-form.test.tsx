import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serveApi } from '#tests/helpers/page/page.ts'
import { InviteForm } from './invite-form.tsx'

const MEMBER = {
  status: 409,
  body: {
    error: {
      code: 'failed-precondition',
      message: 'This person is in the team already.',
      reason: 'IS_MEMBER',
      requestId: 'r1',
    },
  },
}

test.each([
  ['', 'Please enter the email of the person to invite.'],
  ['ada', 'This is not an email address yet. It looks like name@example.com.'],
  ['ada@example.org', 'This person is in the team already.'],
])(
  'the email %j of an invitation is told where it stands, and focused',
  async (typed, sentence) => {
    serveApi({ 'POST /api/host/team/invitations': MEMBER })
    render(<InviteForm />)
    const email = screen.getByLabelText('Email')
    fireEvent.change(email, { target: { value: typed } })
    fireEvent.click(screen.getByRole('button', { name: 'Send the invitation' }))
    const message = await screen.findByRole('alert')
    expect(message.textContent).toBe(sentence)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(email.getAttribute('aria-describedby')).toBe(message.id)
    expect(document.activeElement).toBe(email)
  },
)
