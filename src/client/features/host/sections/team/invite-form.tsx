import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { findFieldByWords } from '#client/ui/form/refused-field.ts'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleField } from '../../ui/console-field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import form from '../../ui/form.module.css'
import { Panel } from '../../ui/panel.tsx'
import { RoleChoice, toRole } from './role-choice.tsx'
import { ROLE_WORDS } from './role-words.ts'
import { sendTeamChange } from './send-team-change.ts'

/** Invites somebody into the team by mail. */
export function InviteForm() {
  const task = useTask()
  const [sent, setSent] = useState<string>()

  async function invite(read: ReadField, element: HTMLFormElement): Promise<void> {
    const email = read('email').trim()
    const role = toRole(read('role'))
    setSent(undefined)
    await sendTeamChange('invitations', { method: 'POST', body: { email, role } })
    setSent(`${email} is invited as ${ROLE_WORDS[role].name.toLowerCase()}.`)
    element.reset()
  }

  return (
    <Panel title="Invite somebody" aside="by mail, for 7 days">
      <Form className={form.form} task={task} findField={findInviteField} onSubmit={invite}>
        <ConsoleField name="email" label="Email">
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="off"
              maxLength={254}
              data-missing="Please enter the email of the person to invite."
              required
            />
          )}
        </ConsoleField>
        <RoleChoice chosen="moderator" />
        <FormEnd task={task} saved={sent} submit="Send the invitation" />
      </Form>
    </Panel>
  )
}

function findInviteField(error: unknown): string | undefined {
  const isMember = error instanceof AppError && error.reason === 'IS_MEMBER'
  return isMember ? 'email' : findFieldByWords(error, [[/e-?mail/i, 'email']])
}
