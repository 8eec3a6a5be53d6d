import { useId, useState, type SubmitEvent } from 'react'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { readRole, RoleChoice } from './role-choice.tsx'
import { ROLE_WORDS } from './role-words.ts'
import styles from './team.module.css'
import { useTeamChange } from './use-team-change.ts'

/** Invites somebody into the team by mail. */
export function InviteForm() {
  const id = useId()
  const { isBusy, problem, setProblem, send } = useTeamChange()
  const [sent, setSent] = useState<string>()

  async function invite(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const email = readEmail(form)
    const role = readRole(form)
    setSent(undefined)
    if (email === '') {
      setProblem('Please enter the e-mail of the person to invite.')
      form.querySelector('input')?.focus()
      return
    }
    if (!(await send('invitations', { method: 'POST', body: { email, role } }))) return
    setSent(`${email} is invited as ${ROLE_WORDS[role].name.toLowerCase()}.`)
    form.reset()
  }

  return (
    <Panel title="Invite somebody" aside="by mail, for 7 days">
      <form className={styles.form} noValidate onSubmit={(event) => void invite(event)}>
        <label htmlFor={`${id}-email`}>E-mail</label>
        <input id={`${id}-email`} name="email" type="email" autoComplete="off" maxLength={254} />
        <RoleChoice chosen="moderator" />
        {problem !== undefined && (
          <Notice ariaRole="alert" tone="error">
            {problem}
          </Notice>
        )}
        {sent !== undefined && (
          <Notice ariaRole="status" tone="success">
            {sent}
          </Notice>
        )}
        <ConsoleButton type="submit" variant="light" busy={isBusy} className={styles.submit}>
          Send the invitation
        </ConsoleButton>
      </form>
    </Panel>
  )
}

function readEmail(form: HTMLFormElement): string {
  const email = new FormData(form).get('email')
  return typeof email === 'string' ? email.trim() : ''
}
