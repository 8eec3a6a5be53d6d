import type { ReactNode } from 'react'
import { isTransient } from '#contract/app-error.ts'
import { useConnection } from '../api/connection.ts'
import type { HostData } from '../api/use-host-data.ts'
import { ConsoleButton } from './console-button.tsx'
import styles from './data-view.module.css'

export interface DataViewProps<Data> {
  source: HostData<Data>
  /** The name of what is loaded, for `Loading …`. */
  name: string
  /** The number of placeholder lines while it loads. */
  lines?: number
  /** Whether the data brings panels of its own, so that one is needed until it is there. */
  bringsPanels?: boolean
  children: (data: Data) => ReactNode
}

/**
 * Shows data of the server: placeholders while it loads, and a sentence if it failed, with a way to
 * try again where the frame has none. Data that was there stays when a later request fails; the
 * frame then says how old it is.
 */
export function DataView<Data>({ bringsPanels = false, ...props }: DataViewProps<Data>) {
  const { source, children } = props
  if (source.data !== undefined) return children(source.data)
  return bringsPanels ? (
    <div className={styles.panel}>
      <Awaited {...props} />
    </div>
  ) : (
    <Awaited {...props} />
  )
}

type AwaitedProps = Pick<DataViewProps<never>, 'name' | 'lines'> & {
  source: Pick<HostData<never>, 'error' | 'refresh'>
}

/** Shows that data is being loaded, or why it is not there. */
function Awaited({ source: { error, refresh }, name, lines = 4 }: AwaitedProps) {
  const { failingSince } = useConnection()
  // The frame says that the server does not answer, and has the button.
  if (isTransient(error) && failingSince !== undefined) {
    return (
      <>
        <p className={styles.awaited}>As soon as the server answers, {name} will be here.</p>
        <Ghosts lines={lines} />
      </>
    )
  }
  if (error !== undefined) {
    return (
      <div className={styles.failed} role="alert">
        <p>{error.message}</p>
        <ConsoleButton onClick={() => void refresh()}>Try again</ConsoleButton>
      </div>
    )
  }
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading {name}</output>
      <Ghosts lines={lines} />
    </div>
  )
}

/** Renders placeholders for lines of text. */
function Ghosts({ lines }: { lines: number }) {
  return Array.from({ length: lines }, (_, line) => <span key={line} className={styles.ghost} />)
}
