import { useConsole } from '../session/console-context.ts'
import { hostSession, type Refusal } from '../session/host-session.ts'
import { stepUp } from '../api/step-up.ts'
import { ConsoleLink } from '../router/console-link.tsx'
import { listSections, type Section } from '../sections/sections.ts'
import { SectionTop } from '../sections/section-top.tsx'
import { ConsoleButton } from '../ui/console-button.tsx'
import styles from './inner-gates.module.css'

export interface RefusalGateProps {
  refusal: Refusal
  onAccount: () => void
}

/** Tells a host that real money needs their second factor, and lets them show or set up one. */
export function RefusalGate({ refusal, onAccount }: RefusalGateProps) {
  if (refusal === 'SECOND_FACTOR_MISSING') {
    return (
      <>
        <SectionTop name="Second factor" headline="Set up a second factor first." />
        <div className={styles.panel}>
          <p>
            With real money a password alone is not enough for a host. Use an authenticator app
            (Second factor) or a device that knows you (Passkeys); it takes about a minute.
          </p>
          <ConsoleButton variant="light" aria-haspopup="dialog" onClick={onAccount}>
            Open your account
          </ConsoleButton>
        </div>
      </>
    )
  }
  return (
    <>
      <SectionTop name="Second factor" headline="Show your second factor." />
      <div className={styles.panel}>
        <p>You logged in without it, and with real money the console needs it.</p>
        <ConsoleButton variant="light" aria-haspopup="dialog" onClick={() => void showFactor()}>
          Show it now
        </ConsoleButton>
      </div>
    </>
  )
}

async function showFactor(): Promise<void> {
  const isShown = await stepUp.request().then(
    () => true,
    () => false,
  )
  if (isShown) hostSession.forgetRefusal()
}

/** Tells a host that their role has no part in a section. */
export function NotPermittedGate({ section }: { section: Section }) {
  const { role } = useConsole().account
  const [first] = listSections(role)
  return (
    <>
      <SectionTop name={section.name} headline={`${section.name} is not part of your role.`} />
      <div className={styles.panel}>
        <p>You are here as {role}. An owner can give you another role under Team.</p>
        {first && (
          <ConsoleLink className={styles.link} to={first.path}>
            Go to {first.name}
          </ConsoleLink>
        )}
      </div>
    </>
  )
}

/** Tells that an address of the console leads nowhere. */
export function NowhereGate() {
  const [first] = listSections(useConsole().account.role)
  return (
    <>
      <SectionTop name="Nothing here" headline="There is nothing at this address." />
      <div className={styles.panel}>
        <p>The link may be old, or mistyped.</p>
        {first && (
          <ConsoleLink className={styles.link} to={first.path}>
            Go to {first.name}
          </ConsoleLink>
        )}
      </div>
    </>
  )
}
