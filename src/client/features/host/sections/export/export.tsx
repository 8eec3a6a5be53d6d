import { useState } from 'react'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { Panel } from '../../ui/panel.tsx'
import { SectionTop } from '../section-top.tsx'
import { DayField } from '../../ui/day-field.tsx'
import styles from './export.module.css'

interface ExportFile {
  name: string
  title: string
  lead: string
  forms: readonly ('csv' | 'json')[]
  /** False if the file has all there is, whatever days are chosen. */
  isOfDays: boolean
}

const FILES: readonly ExportFile[] = [
  {
    name: 'movements',
    title: 'Money in and out',
    lead: 'A row for each capture, refund and dispute of the ledger, with fees and net: what an accountant needs.',
    forms: ['csv', 'json'],
    isOfDays: true,
  },
  {
    name: 'donations',
    title: 'Donations',
    lead: 'A row for each donation, with the name on the board, the email, and the amount left.',
    forms: ['csv', 'json'],
    isOfDays: true,
  },
  {
    name: 'matches',
    title: 'Matched money',
    lead: 'A row for each match, with what its sponsor owes by now, whatever days are chosen.',
    forms: ['csv'],
    isOfDays: false,
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
      <Panel title="Files">
        <div className={styles.days}>
          <DayField
            label="From"
            value={days.from}
            onChange={(from) => setDays({ ...days, from })}
          />
          <DayField label="To" value={days.to} onChange={(to) => setDays({ ...days, to })} />
          <output className={styles.hint}>
            {isReversed
              ? 'The first day comes after the last one, so the files are empty.'
              : describe(days)}
          </output>
        </div>
        <ul className={styles.files}>
          {FILES.map((file) => (
            <FileRow key={file.name} file={file} search={file.isOfDays ? search : ''} />
          ))}
        </ul>
      </Panel>
    </>
  )
}

function FileRow({ file, search }: { file: ExportFile; search: string }) {
  const { name, title, lead, forms } = file
  return (
    <li>
      <h4>{title}</h4>
      <p>{lead}</p>
      <div className={styles.links}>
        {forms.map((form) => (
          <a
            key={form}
            className={styles.file}
            href={`${HOST_ROUTES.exports}/${name}.${form}${search}`}
            download={`${name}.${form}`}
          >
            <span className="visually-hidden">{title} as </span>
            {form.toUpperCase()}
          </a>
        ))}
      </div>
    </li>
  )
}

const RULE = 'Both days are included, in the campaign’s time zone.'

function describe({ from, to }: { from: string; to: string }): string {
  if (from === '' && to === '') return 'Empty fields mean all days.'
  if (to === '') return `From ${from} to today. ${RULE}`
  return from === '' ? `From the beginning to ${to}. ${RULE}` : `From ${from} to ${to}. ${RULE}`
}
