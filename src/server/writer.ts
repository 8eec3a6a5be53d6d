import { serveWrites } from './infra/database/writer-thread.ts'
import { writes } from './writes.ts'

serveWrites(writes)
