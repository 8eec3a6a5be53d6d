import { useState } from 'react'
import { ROUTES } from '#contract/routes.ts'
import { fetchOwnAccount } from '#client/features/account/api/own-account.ts'
import { ReauthenticationForm } from '#client/features/account/form/reauthentication-form.tsx'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Button } from '#client/ui/button.tsx'
import { OverlayPart } from '../app/overlay-part.tsx'
import { deleteAccount } from './own-payments.ts'
import styles from './me-page.module.css'

const yourAccount = lazyPart(async () => {
  const { YourAccount } = await import('#client/features/account/your-account/your-account.tsx')
  return YourAccount
})

/** Leads to the account's settings, and deletes the account. */
export function AccountSection({ onDeleted }: { onDeleted: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <section aria-labelledby="account-title" className={styles.card}>
        <h2 id="account-title">Your account</h2>
        <p>Email, password, second factor, passkeys, and where you are logged in.</p>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Change your account
        </Button>
        {isOpen && (
          <OverlayPart part={yourAccount} onGiveUp={() => setOpen(false)}>
            <yourAccount.LazyPart onClose={() => setOpen(false)} />
          </OverlayPart>
        )}
      </section>
      <section aria-labelledby="data-title" className={styles.card}>
        <h2 id="data-title">Your data</h2>
        <p>
          Everything that this page keeps about you, as one file: your account, donations, names,
          messages and mails.
        </p>
        <a href={ROUTES.ownExport} className={styles.link} download>
          Download everything
        </a>
      </section>
      <DeletionSection onDeleted={onDeleted} />
    </>
  )
}

function DeletionSection({ onDeleted }: { onDeleted: () => Promise<void> }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <section aria-labelledby="deletion-title" className={styles.card}>
      <h2 id="deletion-title">Delete your account</h2>
      <p>
        Your email, password, passkeys, names and messages are erased for good, and you are logged
        out everywhere. Your donations stay on the leaderboard with their amounts, as “Anonymous”:
        the host must keep the amounts. Nothing is refunded, and you cannot see your receipts any
        more. Print those that you need first. Your spending limits end with the account: whoever
        signs up again starts without them.
      </p>
      {isAsked ? (
        <DeletionForm onCancel={() => setAsked(false)} onDeleted={onDeleted} />
      ) : (
        <Button onClick={() => setAsked(true)}>Delete my account</Button>
      )}
    </section>
  )
}

interface DeletionFormProps {
  onCancel: () => void
  onDeleted: () => Promise<void>
}

function DeletionForm({ onCancel, onDeleted }: DeletionFormProps) {
  const { loaded, reload } = useLoaded(fetchOwnAccount)
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} onRetry={reload} />
  const { email, twoFactorEnabled } = loaded.value
  return (
    <ReauthenticationForm
      email={email}
      lead="This cannot be undone. Enter your password to go on."
      submit="Delete for good"
      asksCode={twoFactorEnabled}
      onCancel={onCancel}
      onSubmit={async (password, code) => {
        await deleteAccount(password, code)
        await onDeleted()
      }}
    />
  )
}
