import type { HostTexts, TextList } from '#contract/host/texts.ts'
import { formatCount } from '#client/lib/format.ts'
import styles from './list-choice.module.css'

/** A list that can be chosen. */
export type ShownList = Exclude<TextList, 'pending' | 'flagged'>

const LISTS: readonly { list: ShownList; label: string }[] = [
  { list: 'waiting', label: 'Waiting' },
  { list: 'approved', label: 'Approved' },
  { list: 'denied', label: 'Denied' },
  { list: 'hidden', label: 'Hidden' },
]

export interface ListChoiceProps {
  list: ShownList
  /** Undefined while they are not known. */
  counts: HostTexts['counts'] | undefined
  onChoose: (list: ShownList) => void
}

/** Chooses the list of texts that is shown. */
export function ListChoice({ list: chosen, counts, onChoose }: ListChoiceProps) {
  return (
    <fieldset className={styles.lists}>
      <legend className="visually-hidden">Texts to show</legend>
      {LISTS.map(({ list, label }) => (
        <label key={list}>
          <input
            type="radio"
            name="texts"
            checked={list === chosen}
            onChange={() => onChoose(list)}
          />
          {label}
          {counts !== undefined && <Count count={countOf(counts, list)} />}
        </label>
      ))}
    </fieldset>
  )
}

function Count({ count }: { count: number }) {
  return <span data-none={count === 0 || undefined}>{formatCount(count)}</span>
}

function countOf(counts: HostTexts['counts'], list: ShownList): number {
  return list === 'waiting' ? counts.pending + counts.flagged : counts[list]
}
