import type { Backups } from '#server/features/backups/backups.ts'
import type { CardTesting } from '#server/features/card-testing/card-testing.ts'
import { countFailing } from '#server/features/receipts/receipts.ts'
import { readDiskSpace } from '#server/infra/disk-space.ts'
import type { Feature } from '#server/infra/feature.ts'
import { createDeliveries, type DeliveryDeps } from './deliveries.ts'
import { alarmRoutes, type AlarmRoutesDeps } from './routes.ts'
import { createServerWatch, type ServerWatchDeps } from './server-watch.ts'

type WatchDeps = Omit<
  ServerWatchDeps,
  'readDisk' | 'readBackups' | 'countFailingMails' | 'isCardTesting'
>

interface AlarmDeps
  extends
    Omit<DeliveryDeps, 'random' | 'allowPrivate' | 'concerns'>,
    WatchDeps,
    Omit<AlarmRoutesDeps, 'deliveries' | 'allowPrivate'> {
  /** The folder whose disk is watched. */
  dataDir: string
  backups: Pick<Backups, 'state' | 'onChanged'>
  cardTesting: Pick<CardTesting, 'measure'>
  /** True if alarms may go to private addresses, as a test's receiver is; false by default. */
  allowPrivateAlarms?: boolean
}

/** Watches the server, and sends concerns to the address that an owner has set. */
export function createAlarmsFeature(deps: AlarmDeps): Feature {
  const { dataDir, backups, cardTesting, allowPrivateAlarms: allowPrivate = false } = deps
  const watch = createServerWatch({
    ...deps,
    readDisk: () => readDiskSpace(dataDir),
    readBackups: () => backups.state(),
    countFailingMails: () => countFailing(deps.database.reader),
    isCardTesting: async () => (await cardTesting.measure()).isAlarmOn,
  })
  const deliveries = createDeliveries({ ...deps, allowPrivate, random: Math.random })
  return {
    routes: alarmRoutes({ ...deps, allowPrivate, deliveries }),
    start: () => {
      backups.onChanged(() => watch.wake())
      watch.start()
      deliveries.start()
    },
    close: async () => {
      await watch.close()
      await deliveries.close()
    },
  }
}
