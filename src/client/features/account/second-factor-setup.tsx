import { useState } from 'react'
import { AccountName } from './hidden-username.tsx'
import { verifyCode } from './accounts.ts'
import { CodeField, compactCode } from './code-field.tsx'
import { CopyButton } from './copy-button.tsx'
import { PasswordField } from './password-field.tsx'
import { QrCode } from './qr-code.tsx'
import { beginSecondFactor, readableKey, type SecondFactorSetUp } from './second-factor.ts'
import { StepArea } from './step-area.tsx'
import { TaskForm } from './task-form.tsx'
import { useTask } from './use-task.ts'
import styles from './your-account.module.css'

export interface SecondFactorSetupProps {
  email: string
  /** It is on; these are its recovery codes. */
  onDone: (codes: readonly string[]) => void
}

/** The password, then the key for the app, then a first code of it. */
export function SecondFactorSetup({ email, onDone }: SecondFactorSetupProps) {
  const [setUp, setSetUp] = useState<SecondFactorSetUp>()
  const task = useTask()
  if (setUp) return <FirstCode setUp={setUp} onDone={() => onDone(setUp.backupCodes)} />
  return (
    <>
      <p>
        Logging in then also asks for a code of an authenticator app on your phone, which nobody
        else has.
      </p>
      <TaskForm
        task={task}
        submit="Set Up"
        look="quiet"
        onSubmit={async (read) => setSetUp(await beginSecondFactor(read('password')))}
      >
        <AccountName email={email} />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          missing="Please enter your current password."
        />
      </TaskForm>
    </>
  )
}

interface FirstCodeProps {
  setUp: SecondFactorSetUp
  onDone: () => void
}

function FirstCode({ setUp: { totpURI }, onDone }: FirstCodeProps) {
  const task = useTask()
  const key = readableKey(totpURI)
  return (
    <StepArea>
      <p tabIndex={-1} className={styles.spoken} data-first-focus>
        Scan this with your authenticator app, or type the key into it. It then shows a code.
      </p>
      <QrCode content={totpURI} label="QR code with the key for your authenticator app" />
      <div className={styles.key}>
        <code>{key}</code>
        <CopyButton text={key.replaceAll(' ', '')} label="Copy the key" />
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
