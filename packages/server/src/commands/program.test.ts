import type { Command } from 'commander'
import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import type { CommandContext } from './command-context.ts'
import { createOutput } from './output.ts'
import { createProgram } from './program.ts'

const context: CommandContext = {
  output: createOutput(process, false),
  variables: {},
  settingsFile: undefined,
  streams: process,
  readSecretInput: () => Promise.reject(new Error('no secret is asked for')),
}

function paths(command: Command, before: readonly string[] = []): string[][] {
  const own = command.commands.map((sub) => [...before, sub.name()])
  return [...own, ...command.commands.flatMap((sub) => paths(sub, [...before, sub.name()]))]
}

const LINES = ['', ...paths(createProgram(context)).map((path) => path.join(' '))]

test.each(LINES.flatMap((line) => [`${line} -h`, `${line} --help`].map((each) => [each.trim()])))(
  'pleat-server %s shows help with an example',
  async (line) => {
    let shown = ''
    const program = createProgram(context)
    program.configureOutput({ writeOut: (text) => (shown += text) })
    for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
      command.configureOutput({ writeOut: (text) => (shown += text) })
    }
    await expect(program.parseAsync(line.split(' '), { from: 'user' })).rejects.toThrow(CommanderError)
    expect(shown).toMatch(/^Usage: pleat-server[\s\S]*Example:\n {2}/)
  },
)
