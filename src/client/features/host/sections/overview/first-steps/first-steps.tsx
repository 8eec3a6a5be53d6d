import type { ReactNode } from 'react'
import { hostCampaignSchema } from '#contract/campaign/settings.ts'
import type { PaymentsMode } from '#contract/config.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../../api/changes.ts'
import { useHostData } from '../../../api/use-host-data.ts'
import { ConsoleLink } from '../../../router/console-link.tsx'
import { CONSOLE_PATH } from '../../../router/router.ts'
import { useConsole } from '../../../session/console-context.ts'
import { Panel } from '../../../ui/panel.tsx'
import styles from './first-steps.module.css'

const CAMPAIGN: readonly ChangeTopic[] = ['campaign']

const PAYMENTS: Record<PaymentsMode, string> = {
  sandbox: 'Until then the sandbox in this server pays with test money.',
  test: 'The keys are test keys: nobody is charged.',
  live: 'Donations are real money.',
}

/** Leads a new host through what the page needs; gone with the first donation. */
export function FirstSteps() {
  const { mode } = useConsole()
  const { data } = useHostData(HOST_ROUTES.campaign, hostCampaignSchema, CAMPAIGN)
  if (data === undefined) return null
  const { cause } = data.campaign
  return (
    <Panel title="Before the first donation" aside="three steps">
      <ol className={styles.steps}>
        <Step
          title="Say what it is for"
          isDone={cause !== ''}
          link={<ConsoleLink to={`${CONSOLE_PATH}/campaign`}>Open Campaign</ConsoleLink>}
        >
          {cause === '' ? 'Visitors see neither a cause nor who asks.' : `For ${cause}.`}
        </Step>
        <Step
          title="Connect Stripe or PayPal"
          isDone={mode === 'live'}
          link={<ConsoleLink to={`${CONSOLE_PATH}/providers`}>Open Providers</ConsoleLink>}
        >
          {PAYMENTS[mode]}
        </Step>
        <Step title="Share the page" isDone={false} link={<a href="/">Open the public page</a>}>
          <bdi>{location.origin}</bdi>
        </Step>
      </ol>
    </Panel>
  )
}

interface StepProps {
  title: string
  isDone: boolean
  /** The link to where the step is taken. */
  link: ReactNode
  children: ReactNode
}

function Step({ title, isDone, link, children }: StepProps) {
  return (
    <li data-done={isDone}>
      <h4>
        {title}
        {isDone && <span className="visually-hidden">: done</span>}
      </h4>
      <p>{children}</p>
      {link}
    </li>
  )
}
