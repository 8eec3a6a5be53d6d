import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { findFieldByWords } from '#client/ui/form/refused-field.ts'
import { useTask } from '#client/ui/form/use-task.ts'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RoleChoice, toRole } from './role-choice.tsx'
import { ROLE_WORDS } from './role-words.ts'
import { sendTeamChange } from './send-team-change.ts'
import styles from './team.module.css'

/** Invites somebody into the team by mail. */
export function InviteForm() {
  const task = useTask()
  const [sent, setSent] = useState<string>()

  async function invite(read: ReadField, form: HTMLFormElement): Promise<void> {
    const email = read('email').trim()
    const role = toRole(read('role'))
    setSent(undefined)
    await sendTeamChange('invitations', { method: 'POST', body: { email, role } })
    setSent(`${email} is invited as ${ROLE_WORDS[role].name.toLowerCase()}.`)
    form.reset()
  }

  return (
    <Panel title="Invite somebody" aside="by mail, for 7 days">
      <Form className={styles.form} task={task} findField={findInviteField} onSubmit={invite}>
        <FormField name="email" label="Email">
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
        </FormField>
        <RoleChoice chosen="moderator" />
        <FormProblemNotice />
        {task.problem === undefined && sent !== undefined && (
          <Notice ariaRole="status" tone="success">
            {sent}
          </Notice>
        )}
        <ConsoleButton type="submit" variant="light" busy={task.busy} className={styles.submit}>
          Send the invitation
        </ConsoleButton>
      </Form>
    </Panel>
  )
}

function findInviteField(error: unknown): string | undefined {
  const isMember = error instanceof AppError && error.reason === 'IS_MEMBER'
  return isMember ? 'email' : findFieldByWords(error, [[/e-?mail/i, 'email']])
}
