import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import type { BoardTabsProps } from './board-tabs.tsx'
import styles from './late-tabs.module.css'

const loadTabs = () => import('./board-tabs.tsx')

/** Keeps a place for the tabs until their code is there; most pages have one board and need none. */
export function LateTabs(props: BoardTabsProps) {
  const tabs = useDeferredModule(loadTabs)
  return (
    <div className={styles.place} data-tabs="">
      {tabs && <tabs.BoardTabs {...props} />}
    </div>
  )
}
