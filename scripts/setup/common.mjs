import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the clone. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The Node that npm installs with the packages. */
export const PINNED_NODE = join(ROOT, 'node_modules/.bin/node')

export const DISK_FULL = 'The disk is full: free about 1 GB and run this again.'

/** An error that one sentence explains; any other is a bug of this script and keeps its stack. */
export class SetupError extends Error {}
