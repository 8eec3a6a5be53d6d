import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { BoardId } from '#contract/boards.ts'
import { nameTab, shortenTab } from '#client/lib/board-names.ts'
import { measureRemPx } from '#client/lib/rem.ts'
import styles from './board-tabs.module.css'

/** The width of the fade at an edge beyond which there are more tabs, rem. */
const FADE_REM = 2.5

export interface BoardTabsProps {
  /** The boards in the order of their tabs. */
  boards: readonly BoardId[]
  shown: BoardId
  onShow: (board: BoardId) => void
  /** The round whose board is one of them. */
  round?: { name: string } | undefined
}

/**
 * The tabs of the boards. The arrow keys move between them and show what they reach, as in the
 * pattern of the ARIA guide (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/).
 */
export function BoardTabs({ boards, shown, onShow, round }: BoardTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const shownIndex = boards.indexOf(shown)

  // Scrolls the tabs, but never the page, until the chosen one is first, clear of the fade.
  useEffect(() => {
    const tab = list.current?.children.item(shownIndex)
    if (!(tab instanceof HTMLElement)) return
    const left = tab.offsetLeft - FADE_REM * measureRemPx()
    list.current?.scrollTo({ left, behavior: 'instant' })
  }, [shownIndex])

  function showAt(index: number): void {
    const board = boards.at(index % boards.length)
    const tab = list.current?.children.item((index + boards.length) % boards.length)
    if (board === undefined || !(tab instanceof HTMLElement)) return
    tab.focus()
    onShow(board)
  }

  function handleKey(event: KeyboardEvent): void {
    const next = { ArrowRight: shownIndex + 1, ArrowLeft: shownIndex - 1, Home: 0, End: -1 }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    showAt(next)
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Boards"
      className={styles.tabs}
      data-tabs=""
      data-brief=""
    >
      {boards.map((board) => (
        <button
          key={board}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={board === shown}
          tabIndex={board === shown ? 0 : -1}
          onClick={() => onShow(board)}
          onKeyDown={handleKey}
        >
          <TabName board={board} round={round} />
        </button>
      ))}
    </div>
  )
}

/** Names a tab, on narrow boards with a shorter name, by which it is called there too. */
function TabName({ board, round }: { board: BoardId } & Pick<BoardTabsProps, 'round'>) {
  const short = shortenTab(board)
  const name = nameTab(board, round)
  if (short === undefined) return name
  return (
    <>
      <span className={styles.long}>{name}</span>
      <span className={styles.short}>
        {short}
        <span className="visually-hidden">: {name}</span>
      </span>
    </>
  )
}
