import { serveWrites } from '#server/infra/database/sqlite/writer-thread.ts'
import { writes } from './writes.ts'

serveWrites(writes)
