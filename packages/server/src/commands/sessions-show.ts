import type { Command } from 'commander'
import { sealClouds } from '../cloud/sealed-clouds.ts'
import type { ShownCloud } from '../cloud/shown-cloud.ts'
import { readSecrets } from '../config/secrets.ts'
import { sealingSecrets } from '../money/check-secret.ts'
import { sessionWithCloud } from '../openapi/session-schemas.ts'
import { findSessions } from '../proxy/find-sessions.ts'
import type { ListedSession } from '../proxy/session-port.ts'
import { type CommandContext, idHashing, withStore } from './command-context.ts'
import { formatCount, formatTable, formatTime, percentSaved } from './output.ts'
import { readCount } from './read-count.ts'

interface Options {
  readonly account?: string
  readonly tags: string
}

/** Adds `sessions show`. */
export function addSessionsShow(sessions: Command, context: CommandContext): void {
  sessions
    .command('show')
    .description('Show the figures of one session and the heaviest tags of its cloud.')
    .argument('<id>', 'the session id of the client, or the start of the stored hash, as in lists and in the log')
    .option('--account <name>', 'only this account')
    .option('--tags <count>', 'number of tags', '30')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server sessions show my-conversation')
    .action(async (id: string, options: Options) => {
      const count = readCount(options.tags, { option: '--tags', most: 2000 })
      // Loaded here, because the core would take most of the time of other commands.
      const { showCloud } = await import('../cloud/shown-cloud.ts')
      const { session, cloud, isCloudOn } = await withStore(context, async (store, config) => {
        const found = await findSessions({ store, hash: idHashing }, { id, accountName: options.account })
        const session = onlyOne(found, id)
        const secrets = readSecrets(context.variables, config.dataDir, { generates: false })
        const clouds = sealClouds(store.clouds, sealingSecrets(secrets))
        return { session, cloud: await showCloud(clouds, session, count), isCloudOn: config.hasTagClouds }
      })
      context.output.result(sessionWithCloud(session, cloud), () => {
        const lines = describeSession(session)
        if (cloud) return [...lines, ...describeCloud(cloud)].join('\n')
        const reason = isCloudOn ? 'It has no tag cloud yet.' : 'Tag clouds are off (PLEAT_TAG_CLOUD=off).'
        return [...lines, '', reason].join('\n')
      })
    })
}

function onlyOne(found: readonly ListedSession[], id: string): ListedSession {
  const [session, ...others] = found
  if (!session)
    throw new Error(
      `no session has the id "${id}"; a session is stored from its second turn on; see: pleat-server sessions list`,
    )
  if (others.length === 0) return session
  const names = found.map(({ idHash, accountName }) => `${idHash} (${accountName})`)
  throw new Error(`several sessions match this id: ${names.join(', ')}; use one of these hashes`)
}

function describeSession(session: ListedSession): string[] {
  const { originalTokens, savedTokens } = session
  const percent = percentSaved(originalTokens, savedTokens)
  return [
    `${session.idHash} of ${session.accountName}`,
    '',
    ...(session.generatedId === null ? [] : [`  Id         ${session.generatedId} (generated)`]),
    `  Turns      ${formatCount(session.turns)}`,
    `  Requests   ${formatCount(session.requests)}`,
    `  Saved      ${formatCount(savedTokens)} of ${formatCount(originalTokens)} input tokens (${percent} %)`,
    `  Last used  ${formatTime(session.lastUsedAt)}`,
    ...(session.disabledReason === null ? [] : [`  Not folded ${session.disabledReason}`]),
  ]
}

function describeCloud(cloud: ShownCloud): string[] {
  const head = ['TAG', 'KIND', 'WEIGHT', 'USES', 'MESSAGES', 'FIRST TURN', 'LAST TURN']
  const cells = cloud.tags.map((tag) => [
    tag.word ?? '(withheld)',
    tag.kind,
    Math.round(tag.weight * 100) / 100,
    tag.count,
    tag.messages,
    tag.firstTurn,
    tag.lastTurn,
  ])
  const sizes = `${formatCount(cloud.size)} tags of ${formatCount(cloud.messages)} messages`
  return [
    '',
    `Tag cloud: ${sizes}, heaviest first. Withheld words are stored as hashes only.`,
    '',
    formatTable(head, cells),
  ]
}
