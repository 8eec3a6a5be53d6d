import { BOARD_IDS, describeBoard, type ChosenBoardId } from '#contract/boards.ts'
import { describeRule, nameTab } from '#client/lib/board-names.ts'
import choice from '#client/ui/choice.module.css'
import { ConsoleButton } from '../../ui/console-button.tsx'
import styles from './boards-control.module.css'

export interface BoardsControlProps {
  /** The ids of the chosen boards in order, divided by commas. */
  value: string
  isLocked: boolean
  /** The ids of the elements that name and describe the choice. */
  labelledBy: string
  describedBy: string
  onEdit: (value: string) => void
}

/** Chooses the boards and their order: the chosen ones stand first, in the order of the page. */
export function BoardsControl(props: BoardsControlProps) {
  const { value, isLocked, labelledBy, describedBy, onEdit } = props
  const chosen = parseBoards(value)
  const others = BOARD_IDS.filter((id) => !chosen.includes(id))
  const edit = (ids: readonly ChosenBoardId[]) => onEdit(ids.join(', '))

  function toggle(id: ChosenBoardId): void {
    edit(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  }

  function moveUp(index: number): void {
    const id = chosen[index]
    if (id === undefined) return
    edit(chosen.toSpliced(index, 1).toSpliced(index - 1, 0, id))
  }

  return (
    <ul className={styles.boards} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {[...chosen, ...others].map((id, index) => (
        <li key={id} className={styles.board}>
          <label>
            <input
              type="checkbox"
              className={choice.choice}
              checked={chosen.includes(id)}
              // One board stays, so that the page has something to show.
              disabled={isLocked || (chosen.length === 1 && chosen[0] === id)}
              onChange={() => toggle(id)}
            />
            <span>
              {nameTab(id)}
              <small>{describeRule(describeBoard(id))}</small>
            </span>
          </label>
          {index > 0 && index < chosen.length && !isLocked && (
            <ConsoleButton
              variant="bare"
              aria-label={`Move up: ${nameTab(id)}`}
              onClick={() => moveUp(index)}
            >
              Move up
            </ConsoleButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function parseBoards(value: string): ChosenBoardId[] {
  return value.split(', ').flatMap((text) => BOARD_IDS.find((id) => id === text) ?? [])
}
