import { useState } from 'react'
import { reviewListSchema } from '#contract/concerns.ts'
import { hostDaysSchema, hostSummarySchema, type HostSummary } from '#contract/host/figures.ts'
import { hostHealthSchema } from '#contract/host/health.ts'
import { formatAmount } from '#contract/money.ts'
import { hasPermission } from '#contract/host/roles.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { useConsole } from '../../session/console-context.ts'
import { Segments } from '../../ui/segments.tsx'
import { SectionTop } from '../section-top.tsx'
import { AlarmsPanel } from './alarms/alarms-panel.tsx'
import { DaysPanel } from './days/days-panel.tsx'
import { FirstSteps } from './first-steps/first-steps.tsx'
import { HealthPanel } from './health/health-panel.tsx'
import { describeAgreement, listAgreements } from './money/compare-ledger.ts'
import { MoneyPanel, type Span } from './money/money-panel.tsx'
import styles from './overview.module.css'
import { useHeld } from './waiting/use-held.ts'
import { Waiting } from './waiting/waiting.tsx'

const CONCERNS: readonly ChangeTopic[] = ['concerns']
const HEALTH: readonly ChangeTopic[] = ['providers', 'concerns']
const MONEY: readonly ChangeTopic[] = ['money', 'donations']

const SPANS = [
  { value: 'today', name: 'Today' },
  { value: 'week', name: '7 days' },
  { value: 'all', name: 'All time' },
] as const

/** Shows what the host needs to know first: the money, and what waits for them. */
export function Overview() {
  const { account, mode } = useConsole()
  const [span, setSpan] = useState<Span>('all')
  const reviews = useHostData(HOST_ROUTES.reviews, reviewListSchema, CONCERNS)
  const held = useHeld()
  const summary = useHostData(HOST_ROUTES.summary, hostSummarySchema, MONEY)
  const days = useHostData(HOST_ROUTES.days, hostDaysSchema, MONEY)
  const health = useHostData(HOST_ROUTES.health, hostHealthSchema, HEALTH)
  const open = reviews.data?.reviews.filter(({ endedAt }) => endedAt === null)
  const isNew = summary.data?.all.total.count === 0
  const isBeginning = isNew && hasPermission(account.role, 'settings')
  return (
    <>
      <SectionTop
        name="Overview"
        headline={open && held && describeOpen(open.length + held.texts + held.teams, isBeginning)}
        lead={summary.data && describeToday(summary.data, mode === 'live')}
      >
        <Segments label="Span of the money" options={SPANS} value={span} onChange={setSpan} />
      </SectionTop>
      {isBeginning && <FirstSteps />}
      <div className={styles.grid}>
        <Waiting source={reviews} held={held} />
        <MoneyPanel source={summary} span={span} />
        <HealthPanel source={health} />
        <DaysPanel source={days} />
        {hasPermission(account.role, 'settings') && <AlarmsPanel />}
      </div>
    </>
  )
}

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** Says how many things wait, as the heading. */
function describeOpen(count: number, isBeginning: boolean): string {
  if (count === 0) return isBeginning ? 'Three steps to go.' : 'Nothing waits for you.'
  if (count === 1) return 'One thing waits for you.'
  return `${COUNTS[count] ?? count} things wait for you.`
}

function describeToday(summary: HostSummary, isLive: boolean): string {
  const agreements = listAgreements(summary)
  const isApart = agreements.some(({ state }) => state === 'apart')
  // Nothing was donated, so that both have nothing: no agreement to tell of.
  if (summary.all.total.count === 0 && !isApart) return 'No donation yet.'
  const { count, grossCents } = summary.today.total
  const money = `${formatAmount(grossCents)}${isLive ? '' : ' of test money'} today`
  const donations = count === 1 ? 'one donation' : `${count} donations`
  return `${money} from ${donations}. ${describeAgreement(agreements)}`
}
