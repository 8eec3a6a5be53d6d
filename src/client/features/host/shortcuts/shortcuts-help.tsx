import { useId, useMemo, useSyncExternalStore } from 'react'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { router } from '../router/router.ts'
import type { Section } from '../sections/sections.ts'
import { shortcuts, shortcutsHelp, useShortcuts, useShortcutsHelp } from './shortcuts.ts'
import choice from '#client/ui/choice.module.css'
import styles from './shortcuts-help.module.css'

/** Offers the keys of the whole console, and lists all keys when asked. */
export function ShortcutsHelp({ sections }: { sections: readonly Section[] }) {
  const paths = sections.map(({ path }) => path).join(' ')
  const own = useMemo(
    () => [
      { keys: ['?'], does: 'Show all keys', run: () => shortcutsHelp.toggle(true) },
      ...sections.map(({ key, name, path }) => ({
        keys: ['g', key],
        does: `Go to ${name}`,
        run: () => router.navigate(path),
      })),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the list is made anew with each rendering
    [paths],
  )
  useShortcuts(own)
  const isOpen = useShortcutsHelp()
  return isOpen ? <KeysDialog onClose={() => shortcutsHelp.toggle(false)} /> : null
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const sets = useSyncExternalStore(shortcuts.subscribe, shortcuts.list)
  const isOn = useSyncExternalStore(shortcuts.subscribe, shortcuts.isOn)
  return (
    <DialogCard
      titleId={titleId}
      title="Keys"
      lead="Two keys are pressed one after the other. In a field they only type."
      onClose={onClose}
    >
      <dl className={styles.keys} data-on={isOn}>
        {sets.flat().map(({ keys, does }) => (
          <div key={keys.join(' ')}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          className={choice.choice}
          checked={isOn}
          onChange={({ target }) => shortcuts.turn(target.checked)}
        />
        Use these keys in this browser
      </label>
    </DialogCard>
  )
}
