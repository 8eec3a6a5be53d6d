import { useState } from 'react'
import { formatMoment } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { OutcomeNotice } from './focused-notice.tsx'
import {
  addPasskey,
  fetchPasskeys,
  knowsPasskeys,
  removePasskey,
  type Passkey,
} from './passkeys.ts'
import { ProofForm } from './reauthentication-form.tsx'
import { useLoaded } from './use-loaded.ts'
import styles from './your-account.module.css'

export interface PasskeysSectionProps {
  email: string
  hasSecondFactor: boolean
}

/** The form that is open: for a new passkey, or for one to remove. */
type Asked = 'new' | Passkey

/** Lists the passkeys, adds one and removes them. */
export function PasskeysSection({ email, hasSecondFactor }: PasskeysSectionProps) {
  const { loaded, reload } = useLoaded(fetchPasskeys)
  const [asked, setAsked] = useState<Asked>()
  const [outcome, setOutcome] = useState<string>()

  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} onRetry={reload} />

  const ask = (asked?: Asked) => {
    setOutcome(undefined)
    setAsked(asked)
  }
  const end = (outcome: string) => {
    setAsked(undefined)
    setOutcome(outcome)
    reload()
  }
  if (asked !== undefined) {
    const cancel = () => end('Nothing was changed.')
    return <PasskeyForm {...{ asked, email, hasSecondFactor }} onCancel={cancel} onDone={end} />
  }
  return (
    <>
      {outcome !== undefined && (
        <OutcomeNotice kind="status" tone="good">
          {outcome}
        </OutcomeNotice>
      )}
      <PasskeyList passkeys={loaded.value} onAsk={ask} />
    </>
  )
}

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  onAsk: (asked: Asked) => void
}

function PasskeyList({ passkeys, onAsk }: PasskeyListProps) {
  return (
    <>
      <p>A passkey logs you in by your fingerprint, your face or the PIN of your device.</p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.item}>
              <div>
                <strong>{nameOf(passkey)}</strong>
                <small>Added {formatMoment(Date.parse(passkey.createdAt))}</small>
              </div>
              <Button onClick={() => onAsk(passkey)}>
                Remove <span className="visually-hidden">{nameOf(passkey)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <Button onClick={() => onAsk('new')}>Add a passkey</Button>
      ) : (
        <p>This browser knows no passkeys.</p>
      )}
    </>
  )
}

interface PasskeyFormProps extends PasskeysSectionProps {
  asked: Asked
  onCancel: () => void
  /** Told what came of it. */
  onDone: (outcome: string) => void
}

function PasskeyForm({ asked, email, hasSecondFactor, onCancel, onDone }: PasskeyFormProps) {
  if (asked === 'new') {
    return (
      <ProofForm
        email={email}
        lead="Your browser then asks where to keep the passkey."
        submit="Add Passkey"
        asksCode={hasSecondFactor}
        onCancel={onCancel}
        onSubmit={async (password, code) => {
          await addPasskey({ password, ...(hasSecondFactor && { code }) })
          onDone('Your passkey is ready. You can log in with it.')
        }}
      />
    )
  }
  return (
    <ProofForm
      email={email}
      lead={`${nameOf(asked)} no longer logs you in then.`}
      submit="Remove Passkey"
      asksCode={false}
      onCancel={onCancel}
      onSubmit={async (password) => {
        await removePasskey(asked.id, password)
        onDone(`${nameOf(asked)} is removed.`)
      }}
    />
  )
}

function nameOf({ name }: Passkey): string {
  return name === null || name === '' ? 'Passkey' : name
}
