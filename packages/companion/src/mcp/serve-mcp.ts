import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CommandContext } from '../commands/command-context.ts'
import { createMcpServer } from './create-server.ts'

/** Serves MCP until the client closes standard input. */
export async function serveMcp({ paths, variables }: CommandContext, isLocal: boolean): Promise<void> {
  const server = createMcpServer({ paths, variables, folder: process.cwd(), isLocal })
  const ended = once(process.stdin, 'end')
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}
