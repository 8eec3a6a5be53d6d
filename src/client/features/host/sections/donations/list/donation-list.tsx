import { useMemo } from 'react'
import { hostDonationsPageSchema, type HostDonationsPage } from '#contract/host/donations.ts'
import type { ChangeTopic } from '../../../api/changes.ts'
import { useHostData } from '../../../api/use-host-data.ts'
import { router, usePlace } from '../../../router/router.ts'
import { useShortcuts } from '../../../shortcuts/shortcuts.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { DataView } from '../../../ui/data-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SectionTop } from '../../section-top.tsx'
import { DONATIONS_PATH } from '../paths.ts'
import styles from './donation-list.module.css'
import { DonationRow } from './donation-row.tsx'
import { Filters } from './filters.tsx'
import { Pager } from './pager.tsx'
import { toRequest } from './list-address.ts'

const TOPICS: readonly ChangeTopic[] = ['donations', 'money', 'texts']

/** Lists donations by search, filters and order, a page at a time. */
export function DonationList() {
  const { search } = usePlace()
  const page = useHostData(toRequest(search), hostDonationsPageSchema, TOPICS)
  useRowKeys()
  return (
    <>
      <SectionTop
        name="Donations"
        lead="Find donations, see what became of them, and refund them."
      />
      <Panel title="All donations" aside={page.data && `Days in ${page.data.timeZone}`}>
        <Filters />
        <DataView source={page} name="donations" lines={8}>
          {(data) => <Rows page={data} search={search} />}
        </DataView>
      </Panel>
    </>
  )
}

function Rows({ page, search }: { page: HostDonationsPage; search: string }) {
  const { donations } = page
  if (donations.length === 0) return <Empty isFiltered={search !== ''} />
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span>Donor</span>
        <span>Amount</span>
        <span>State</span>
        <span>Provider</span>
        <span>When</span>
      </div>
      <ol className={styles.rows} aria-label="Donations">
        {donations.map((donation) => (
          <DonationRow key={donation.checkoutId} donation={donation} search={search} />
        ))}
      </ol>
      <Pager {...{ search, page }} />
    </>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return <p className={styles.empty}>No donation yet. The first one shows up here by itself.</p>
  }
  return (
    <div className={styles.empty}>
      <p>Nothing matches. To find a payment that did not come through, choose its state.</p>
      <ConsoleButton onClick={() => router.navigate(DONATIONS_PATH)}>
        Show all donations
      </ConsoleButton>
    </div>
  )
}

/** Offers keys that go from row to row, and into the search. */
function useRowKeys(): void {
  const keys = useMemo(
    () => [
      { keys: ['j'], does: 'Go to the next donation', run: () => focusRow(1) },
      { keys: ['k'], does: 'Go to the donation before', run: () => focusRow(-1) },
      {
        keys: ['/'],
        does: 'Search donations',
        run: () => document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
      },
    ],
    [],
  )
  useShortcuts(keys)
}

function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-donation-link]')]
  const index = links.findIndex((link) => link === document.activeElement)
  const next = index === -1 ? 0 : index + step
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}
