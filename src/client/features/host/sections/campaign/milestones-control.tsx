import { useRef } from 'react'
import { MAX_MILESTONES } from '#contract/campaign/goal.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { joinMilestones, parseMilestones, type MilestoneTexts } from './milestone-lines.ts'
import styles from './milestones-control.module.css'

export interface MilestonesControlProps {
  /** The milestones, a line each; see `parseMilestones`. */
  value: string
  isLocked: boolean
  /** The ids of the elements that name and describe the list. */
  labelledBy: string
  describedBy: string
  onEdit: (value: string) => void
}

const EMPTY: MilestoneTexts = { amount: '', name: '', description: '' }

/** Edits the milestones: a row of fields each, and buttons to add and to remove one. */
export function MilestonesControl(props: MilestonesControlProps) {
  const { value, isLocked, labelledBy, describedBy, onEdit } = props
  const milestones = parseMilestones(value)
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const edit = (changed: readonly MilestoneTexts[]) => onEdit(joinMilestones(changed))

  function addOne(): void {
    edit([...milestones, EMPTY])
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
    )
  }

  function remove(index: number): void {
    edit(milestones.toSpliced(index, 1))
    // The button that had the focus is gone.
    add.current?.focus()
  }

  return (
    <div className={styles.milestones}>
      <ul ref={list} aria-labelledby={labelledBy} aria-describedby={describedBy}>
        {milestones.map((milestone, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a milestone is known by its place
          <li key={index} className={styles.milestone}>
            <Fields
              milestone={milestone}
              number={index + 1}
              isLocked={isLocked}
              onEdit={(changed) => edit(milestones.with(index, changed))}
            />
            {!isLocked && <Remove number={index + 1} onClick={() => remove(index)} />}
          </li>
        ))}
      </ul>
      {!isLocked && (
        <ConsoleButton ref={add} disabled={milestones.length >= MAX_MILESTONES} onClick={addOne}>
          Add a milestone
        </ConsoleButton>
      )}
    </div>
  )
}

function Remove({ number, onClick }: { number: number; onClick: () => void }) {
  return (
    <ConsoleButton variant="bare" aria-label={`Remove milestone ${number}`} onClick={onClick}>
      Remove
    </ConsoleButton>
  )
}

interface FieldsProps {
  milestone: MilestoneTexts
  number: number
  isLocked: boolean
  onEdit: (milestone: MilestoneTexts) => void
}

function Fields({ milestone, number, isLocked, onEdit }: FieldsProps) {
  const field = (name: keyof MilestoneTexts, label: string, maxLength: number) => (
    <label data-field={name}>
      <span>{label}</span>
      <input
        aria-label={`${label} of milestone ${number}`}
        value={milestone[name]}
        maxLength={maxLength}
        inputMode={name === 'amount' ? 'decimal' : undefined}
        autoComplete="off"
        readOnly={isLocked}
        onChange={({ target }) => onEdit({ ...milestone, [name]: target.value })}
      />
    </label>
  )
  return (
    <>
      {field('amount', 'Amount, USD', 16)}
      {field('name', 'Name', 60)}
      {field('description', 'Description', 300)}
    </>
  )
}
