import type { HostText, Presences } from '#contract/host/texts.ts'
import { formatAmount } from '#contract/money.ts'
import { Panel } from '../../ui/panel.tsx'
import type { ShownList } from './list-choice.tsx'
import styles from './texts.module.css'
import { nameOf, summarize } from './wording.ts'

const TITLES: Record<ShownList, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  denied: 'Denied',
  hidden: 'Hidden',
}

const EMPTY: Record<ShownList, string> = {
  waiting: 'A new one comes here by itself.',
  approved: 'No text was approved by a person.',
  denied: 'No text was denied.',
  hidden: 'No donation is hidden.',
}

export interface TextListProps {
  texts: readonly HostText[]
  current: HostText | undefined
  /** The texts that the other hosts look at. */
  others: Presences
  list: ShownList
  onSelect: (id: string) => void
}

/** Lists the texts; the one that is decided now is marked, and those at which others look. */
export function TextList({ texts, current, others, list, onSelect }: TextListProps) {
  return (
    <Panel title={TITLES[list]} aside={texts.length > 0 && <Keys />} className={styles.list}>
      {texts.length === 0 ? (
        <p className={styles.small}>{EMPTY[list]}</p>
      ) : (
        <ol>
          {texts.map((text) => (
            <li key={text.id}>
              <button
                type="button"
                aria-current={text.id === current?.id || undefined}
                onClick={() => onSelect(text.id)}
              >
                <bdi>{nameOf(text)}</bdi>
                <span className={styles.amount}>{formatAmount(text.amountCents)}</span>
                <small>
                  <bdi>{describeOthers(text, others) ?? summarize(text)}</bdi>
                </small>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Keys() {
  return (
    <span className={styles.keys}>
      <kbd>j</kbd> <kbd>k</kbd> next, back
    </span>
  )
}

function describeOthers({ id }: HostText, others: Presences): string | undefined {
  const names = others.filter(({ textId }) => textId === id).map(({ name }) => name)
  if (names.length === 0) return undefined
  return names.length === 1 ? `${names[0]} is on it` : `${names.join(' and ')} are on it`
}
