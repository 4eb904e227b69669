import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KillMoment, runKillLoop } from '../../packages/server/test/kill-loop.ts'

/** Kills a server 20 times (or as often as the argument says) while it charges; exits with 1 if any money is missing. */
const times = Number(process.argv[2] ?? 20)
const kinds: readonly KillMoment[] = ['after-charge', 'before-charge', 'whenever', 'whenever']
const dataDir = mkdtempSync(join(tmpdir(), 'pleat-kill-'))
const startedAt = performance.now()
const report = await runKillLoop(
  dataDir,
  Array.from({ length: times }, (_, i) => kinds[i % kinds.length]!),
)
rmSync(dataDir, { recursive: true, force: true })
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)

const isPaidOnce =
  report.rounds.every(({ problems }) => problems === 0) &&
  report.charges === report.calls &&
  report.charged === report.fees
const isSame = report.changedAnswers === 0
for (const [round, { moment, answered, problems }] of report.rounds.entries()) {
  console.log(
    `${String(round + 1).padStart(3)}  killed ${moment.padEnd(14)} ${String(answered).padStart(4)} answered, ledger: ${problems} problems`,
  )
}
console.log(
  `${report.calls} calls, ${report.repeats} repeats, ${report.changedAnswers} changed answers in ${seconds} s`,
)
console.log(`fees ${report.fees} = charged ${report.charged} micro-cents in ${report.charges} charges`)
console.log(isPaidOnce ? 'Nothing lost, nothing charged twice.' : 'THE MONEY DOES NOT ADD UP')
// Also when the code is edited while this runs: every round starts it anew.
if (!isSame) console.log('ANSWERS TO THE SAME REQUEST DIFFER')
process.exitCode = isPaidOnce && isSame ? 0 : 1
