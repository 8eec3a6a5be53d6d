import { useState } from 'react'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { Panel } from '../../ui/panel.tsx'
import { SectionTop } from '../section-top.tsx'
import { DayField } from '../../ui/day-field.tsx'
import styles from './export.module.css'

const FILES = [
  {
    name: 'movements',
    title: 'Money in and out',
    lead: 'One row for each capture, refund and dispute, as the ledger has them, with fees and net. What an accountant needs.',
  },
  {
    name: 'donations',
    title: 'Donations',
    lead: 'One row for each donation, with the name that the board shows, the email, and what is left of it.',
  },
]

/** Offers the files of the ledger and of the donations, for any days. */
export function Export() {
  const [days, setDays] = useState({ from: '', to: '' })
  const isReversed = days.from !== '' && days.to !== '' && days.from > days.to
  const query = new URLSearchParams(Object.entries(days).filter(([, day]) => day !== ''))
  const search = query.size === 0 ? '' : `?${query.toString()}`
  return (
    <>
      <SectionTop
        name="Export"
        lead="Files for the accountant and for your own records."
        isLive={false}
      />
      <Panel title="Which days">
        <div className={styles.days}>
          <DayField
            label="From"
            value={days.from}
            onChange={(from) => setDays({ ...days, from })}
          />
          <DayField label="To" value={days.to} onChange={(to) => setDays({ ...days, to })} />
        </div>
        <output className={styles.hint}>
          {isReversed
            ? 'The first day comes after the last one, so the files are empty.'
            : describe(days)}
        </output>
      </Panel>
      {FILES.map(({ name, title, lead }) => (
        <Panel key={name} title={title}>
          <p className={styles.hint}>{lead}</p>
          <p className={styles.links}>
            {['csv', 'json'].map((form) => (
              <a
                key={form}
                className={styles.file}
                href={`${HOST_ROUTES.exports}/${name}.${form}${search}`}
                download={`${name}.${form}`}
              >
                {title} as {form.toUpperCase()}
              </a>
            ))}
          </p>
        </Panel>
      ))}
    </>
  )
}

const RULE = 'Both days are included, in the campaign’s time zone.'

function describe({ from, to }: { from: string; to: string }): string {
  if (from === '' && to === '') return 'Empty fields mean all days.'
  if (to === '') return `From ${from} to today. ${RULE}`
  return from === '' ? `From the beginning to ${to}. ${RULE}` : `From ${from} to ${to}. ${RULE}`
}
