import { useState } from 'react'
import { HiddenUsername } from '../form/hidden-username.tsx'
import { verifyCode } from '../api/accounts.ts'
import { CodeField, compactCode } from '../form/code-field.tsx'
import { CopyButton } from './copy-button.tsx'
import { CurrentPasswordField } from '../form/password-field.tsx'
import { QrCode } from './qr-code.tsx'
import { beginSecondFactor, formatKey, type SecondFactorEnrollment } from './second-factor.ts'
import { StepArea } from '../form/step-area.tsx'
import { TaskForm } from '../form/task-form.tsx'
import { useAccountTask } from '../form/use-account-task.ts'
import step from '../form/step.module.css'
import styles from './second-factor.module.css'

export interface SecondFactorSetupProps {
  email: string
  /** Called with the recovery codes once the second factor is on. */
  onDone: (codes: readonly string[]) => void
}

/** Asks for the password, shows the key for the app, and asks for a first code. */
export function SecondFactorSetup({ email, onDone }: SecondFactorSetupProps) {
  const [enrollment, setEnrollment] = useState<SecondFactorEnrollment>()
  const task = useAccountTask()
  if (enrollment)
    return <FirstCode enrollment={enrollment} onDone={() => onDone(enrollment.backupCodes)} />
  return (
    <>
      <p>
        Logging in then also asks for a code from an authenticator app on your phone, which nobody
        else has.
      </p>
      <TaskForm
        task={task}
        submit="Set Up"
        variant="quiet"
        onSubmit={async (read) => setEnrollment(await beginSecondFactor(read('password')))}
      >
        <HiddenUsername email={email} />
        <CurrentPasswordField />
      </TaskForm>
    </>
  )
}

interface FirstCodeProps {
  enrollment: SecondFactorEnrollment
  onDone: () => void
}

function FirstCode({ enrollment: { totpURI }, onDone }: FirstCodeProps) {
  const task = useAccountTask()
  const key = formatKey(totpURI)
  return (
    <StepArea>
      <p tabIndex={-1} className={step.spoken} data-first-focus>
        Add this key to your authenticator app.{' '}
        <span className={styles.wide}>Scan it, or copy it.</span>
        <span className={styles.phone}>Copy it, or scan it with another device.</span>{' '}
        <span className={styles.then}>The app then shows a code.</span>
      </p>
      <div className={styles.enrollment}>
        <QrCode content={totpURI} label="QR code with the key for your authenticator app" />
        <div className={styles.key}>
          <code>{key}</code>
          <CopyButton text={key.replaceAll(' ', '')} label="Copy the key" />
        </div>
      </div>
      <TaskForm
        task={task}
        submit="Turn On"
        onSubmit={async (read) => {
          await verifyCode('app', compactCode(read('code')))
          onDone()
        }}
      >
        <CodeField kind="app" isFirst={false} />
      </TaskForm>
    </StepArea>
  )
}
