import type { FallbackProps } from 'react-error-boundary'
import { isLoadFailure } from '#client/lib/load-again.ts'
import { Button } from '#client/ui/button.tsx'
import { Reference, referenceOf } from '#client/ui/reference.tsx'
import styles from './crash.module.css'

/** Replaces the whole page after a crash. */
export function PageCrash({ error }: Pick<FallbackProps, 'error'>) {
  return (
    <main className={styles.page}>
      <div className={styles.crash} role="alert">
        <div>
          <h1>Something went wrong.</h1>
          <p>Please try again later.</p>
          <Reference id={referenceOf(error)} />
        </div>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </div>
    </main>
  )
}

const fetchConfigModule = () => import('#client/lib/config.ts')

/** Lets the configuration be fetched again, if it has been at all. */
async function forgetConfig(): Promise<void> {
  const config = await fetchConfigModule().catch(() => undefined)
  config?.forgetConfig()
}

/** Code that could not be fetched is fetched again only by a new document. */
function tryAgain(error: unknown, reset: () => void): void {
  if (isLoadFailure(error)) location.reload()
  else reset()
}

/** Replaces one crashed part of the page; the other parts go on working. */
export function PartCrash({ error, resetErrorBoundary }: FallbackProps) {
  return (
    <section className={styles.crash} role="alert">
      <div>
        <h2>Something went wrong.</h2>
        <p>Please try again later.</p>
        <Reference id={referenceOf(error)} />
      </div>
      <Button onClick={() => tryAgain(error, resetErrorBoundary)}>Try again</Button>
    </section>
  )
}

/** Replaces the crashed donation panel. */
export function CheckoutCrash({ error, resetErrorBoundary }: FallbackProps) {
  return (
    <section className={styles.crash} role="alert">
      <div>
        <h2>Checkout failed to load.</h2>
        <p>Nothing was charged. Check your internet connection, then try again.</p>
        <Reference id={referenceOf(error)} />
      </div>
      <Button onClick={() => void forgetConfig().then(() => tryAgain(error, resetErrorBoundary))}>
        Try again
      </Button>
    </section>
  )
}
