import type { ReactNode, Ref } from 'react'
import panelStyles from '../donate-panel.module.css'
import footStyles from './sheet-foot.module.css'
import sheetStyles from './sheet.module.css'
import type { Sheet } from './use-sheet.ts'
import wholeStyles from './whole.module.css'

interface PartProps {
  sheet: Sheet
  children: ReactNode
}

/** Frames the panel, as a sheet or in its place in the page; its parts stay the same elements. */
export function PanelFrame({ ref, sheet, children }: PartProps & { ref: Ref<HTMLElement> }) {
  return (
    <section
      ref={ref}
      id="donate"
      className={sheet.isSheet ? sheetStyles.panel : panelStyles.panel}
      aria-labelledby="donate-title"
      data-open={sheet.isSheet ? sheet.isOpen : undefined}
    >
      {children}
    </section>
  )
}

export interface UpperPartProps extends PartProps {
  ref: Ref<HTMLDivElement>
  isHidden: boolean
}

/** Holds what a closed sheet hides; whatever is focused or scrolled to in it opens the sheet. */
export function UpperPart({ ref, sheet, isHidden, children }: UpperPartProps) {
  return (
    <div
      ref={ref}
      className={`${sheet.isSheet ? sheetStyles.upper : panelStyles.steps} ${wholeStyles.whole}`}
      data-steps=""
      hidden={isHidden}
      onFocus={sheet.open}
      onScroll={sheet.handleScroll}
    >
      {children}
    </div>
  )
}

/** Holds the ways to pay, and what is said below them. */
export function FootPart({ sheet, children }: PartProps) {
  return <div className={sheet.isSheet ? footStyles.foot : panelStyles.ways}>{children}</div>
}
