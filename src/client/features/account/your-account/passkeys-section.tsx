import { useState } from 'react'
import { formatDate } from '#client/lib/moments.ts'
import { Button } from '#client/ui/button.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { FocusedNotice } from '../form/focused-notice.tsx'
import {
  addPasskey,
  fetchPasskeys,
  supportsPasskeys,
  removePasskey,
  type Passkey,
} from '../api/passkeys.ts'
import { ReauthenticationForm } from '../form/reauthentication-form.tsx'
import { useLoaded } from '#client/lib/use-loaded.ts'
import styles from './your-account.module.css'

export interface PasskeysSectionProps {
  email: string
  hasSecondFactor: boolean
}

/** The open form: for a new passkey, or for removing one. */
type OpenForm = 'new' | Passkey

/** Lists, adds and removes passkeys. */
export function PasskeysSection({ email, hasSecondFactor }: PasskeysSectionProps) {
  const { loaded, reload } = useLoaded(fetchPasskeys)
  const [openForm, setOpenForm] = useState<OpenForm>()
  const [notice, setNotice] = useState<string>()

  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} onRetry={reload} />

  const open = (openForm?: OpenForm) => {
    setNotice(undefined)
    setOpenForm(openForm)
  }
  const finish = (notice: string) => {
    setOpenForm(undefined)
    setNotice(notice)
    reload()
  }
  if (openForm !== undefined) {
    const cancel = () => finish('Nothing was changed.')
    return (
      <PasskeyForm {...{ openForm, email, hasSecondFactor }} onCancel={cancel} onDone={finish} />
    )
  }
  return (
    <>
      {notice !== undefined && (
        <FocusedNotice ariaRole="status" tone="success">
          {notice}
        </FocusedNotice>
      )}
      <PasskeyList passkeys={loaded.value} onOpenForm={open} />
    </>
  )
}

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  onOpenForm: (openForm: OpenForm) => void
}

function PasskeyList({ passkeys, onOpenForm }: PasskeyListProps) {
  return (
    <>
      <p>A passkey logs you in with your fingerprint, your face or your device’s PIN.</p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.item}>
              <div>
                <strong>{nameOf(passkey)}</strong>
                <small>
                  Added{' '}
                  <time dateTime={passkey.createdAt}>
                    {formatDate(Date.parse(passkey.createdAt))}
                  </time>
                </small>
              </div>
              <Button onClick={() => onOpenForm(passkey)}>
                Remove <span className="visually-hidden">{nameOf(passkey)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {supportsPasskeys() ? (
        <Button onClick={() => onOpenForm('new')}>Add a passkey</Button>
      ) : (
        <p>This browser knows no passkeys.</p>
      )}
    </>
  )
}

interface PasskeyFormProps extends PasskeysSectionProps {
  openForm: OpenForm
  onCancel: () => void
  /** Called with the sentence that says what was done. */
  onDone: (notice: string) => void
}

function PasskeyForm({ openForm, email, hasSecondFactor, onCancel, onDone }: PasskeyFormProps) {
  if (openForm === 'new') {
    return (
      <ReauthenticationForm
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
    <ReauthenticationForm
      email={email}
      lead={`${nameOf(openForm)} no longer logs you in then.`}
      submit="Remove Passkey"
      asksCode={false}
      onCancel={onCancel}
      onSubmit={async (password) => {
        await removePasskey(openForm.id, password)
        onDone(`${nameOf(openForm)} is removed.`)
      }}
    />
  )
}

function nameOf({ name }: Passkey): string {
  return name === null || name === '' ? 'Passkey' : name
}
