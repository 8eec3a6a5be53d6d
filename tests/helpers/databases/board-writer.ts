import { serveWrites } from '#server/infra/database/sqlite/writer-thread.ts'
import { writes } from '#server/writes.ts'
import { changeBoard } from './board.ts'

serveWrites([...writes, changeBoard])
