import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { deliverAlert } from '../alerts/deliver-alert.ts'
import { readConfig } from '../config/config.ts'
import { readSecrets } from '../config/secrets.ts'
import { type CommandContext, openWebhook } from './command-context.ts'

/** Milliseconds before the second and the third try: short, because a person waits. */
const PAUSES_MS = [1000, 3000]

/** Adds `alerts test`. */
export function addAlertsTest(alerts: Command, context: CommandContext): void {
  alerts
    .command('test')
    .description('Send a test alert to PLEAT_ALERT_URL, signed like every alert.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server alerts test')
    .action(async () => {
      const { dataDir } = readConfig(context.variables)
      const { alertWebhook, proxy } = readSecrets(context.variables, dataDir)
      if (!alertWebhook) throw new Error('no address for alerts is set: set PLEAT_ALERT_URL and PLEAT_ALERT_SECRET')
      const webhook = await openWebhook({ url: alertWebhook.url, proxy })
      const at = Date.now()
      try {
        const alert = {
          kind: 'test',
          severity: 'warning',
          key: `test ${randomUUID()}`,
          quietMs: undefined,
          message: 'this is a test; nothing is wrong',
          data: {},
        } as const
        const { signal } = new AbortController()
        await deliverAlert(
          { webhook, secret: alertWebhook.secret, pausesMs: PAUSES_MS, clock: { now: () => Date.now() }, ref: true },
          { alert, at, signal },
        )
      } catch (error) {
        const { message } = error as Error
        throw new Error(`the alert was not accepted ${message}; check the receiver at PLEAT_ALERT_URL`, {
          cause: error,
        })
      } finally {
        await webhook.close()
      }
      context.output.result({ sent: true }, () => 'The receiver accepted the test alert.')
    })
}
