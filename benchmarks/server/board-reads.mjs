// Preloaded into the server: adds a byte to the file BOARD_READS for every read of the board from
// the database, which is one of the change feed each.
import { appendFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'

const { all } = StatementSync.prototype

StatementSync.prototype.all = function countedAll(...parameters) {
  if (/^select .* from "board_changes"/s.test(this.sourceSQL)) {
    appendFileSync(process.env.BOARD_READS, '.')
  }
  return all.apply(this, parameters)
}
