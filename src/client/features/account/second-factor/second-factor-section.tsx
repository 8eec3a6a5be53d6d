import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { FocusedNotice } from '../form/focused-notice.tsx'
import { ReauthenticationForm } from '../form/reauthentication-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { StepArea } from '../form/step-area.tsx'
import { endSecondFactor, renewRecoveryCodes } from './second-factor.ts'

export interface SecondFactorSectionProps {
  email: string
  isOn: boolean
  onChanged: () => void
}

/** Sets up a second factor, renews its recovery codes, and turns it off. */
export function SecondFactorSection({ email, isOn, onChanged }: SecondFactorSectionProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [notice, setNotice] = useState<string>()

  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        onKept={() => {
          setCodes(undefined)
          setNotice('Your second factor is on. Logging in asks for a code from now on.')
        }}
      />
    )
  }
  return (
    <>
      {notice !== undefined && (
        <FocusedNotice key={notice} ariaRole="status" tone="success">
          {notice}
        </FocusedNotice>
      )}
      {isOn ? (
        <Settings
          email={email}
          onCodes={setCodes}
          onEnded={() => {
            setNotice('Your second factor is off.')
            onChanged()
          }}
        />
      ) : (
        <SecondFactorSetup
          email={email}
          onDone={(codes) => {
            setCodes(codes)
            onChanged()
          }}
        />
      )}
    </>
  )
}

interface SettingsProps {
  email: string
  onCodes: (codes: readonly string[]) => void
  onEnded: () => void
}

function Settings(props: SettingsProps) {
  const [task, setTask] = useState<keyof typeof TASKS | 'cancelled'>()
  if (task !== undefined && task !== 'cancelled') {
    return <SettingForm {...props} task={task} onCancel={() => setTask('cancelled')} />
  }
  // A cancelled form gives the focus back here; a section that was just opened leaves it alone.
  const focusMark = task === 'cancelled' ? '' : undefined
  return (
    <StepArea key={task}>
      <p>Logging in asks for a code from your authenticator app, or for a recovery code.</p>
      <Button data-first-focus={focusMark} onClick={() => setTask('renew')}>
        Get new recovery codes
      </Button>
      <Button variant="link" onClick={() => setTask('end')}>
        Turn the second factor off
      </Button>
    </StepArea>
  )
}

const TASKS = {
  renew: { lead: 'The recovery codes that you have now stop working.', submit: 'Get New Codes' },
  end: { lead: 'Your password alone is enough to log in then.', submit: 'Turn Off' },
}

interface SettingFormProps extends SettingsProps {
  task: keyof typeof TASKS
  onCancel: () => void
}

function SettingForm({ task, email, onCodes, onEnded, onCancel }: SettingFormProps) {
  async function prove(password: string, code: string): Promise<void> {
    if (task === 'renew') onCodes(await renewRecoveryCodes(password, code))
    else {
      await endSecondFactor(password, code)
      onEnded()
    }
  }
  return (
    <ReauthenticationForm email={email} {...TASKS[task]} onCancel={onCancel} onSubmit={prove} />
  )
}
