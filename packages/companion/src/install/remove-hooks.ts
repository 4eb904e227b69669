import { getNodeValue, type Node } from 'jsonc-parser'
import { ownCommand } from './hook-entries.ts'
import { readSettingsTree } from './settings-tree.ts'

/** Commands of our hooks in these settings, one for each event that has one. */
export function ownCommands(text: string): string[] {
  if (!text.trim()) return []
  const { events } = readSettingsTree(text)
  return [...events.values()].flatMap((list) =>
    (list.children ?? []).flatMap((entry) => ownCommand(getNodeValue(entry)) ?? []),
  )
}

/** What was in the settings before our hooks were, so that it stays when they go. */
export interface Containers {
  readonly hooks: boolean
  readonly events: readonly string[]
}

/** The parts that these settings have of their own. */
export function containersOf(text: string): Containers {
  if (!text.trim()) return { hooks: false, events: [] }
  const { hooks, events } = readSettingsTree(text)
  return { hooks: hooks !== undefined, events: [...events.keys()] }
}

/**
 * Settings without our hooks, and without the lists and the object that were made for them. What `addHooks` did to
 * settings that held something is undone to the character.
 * @throws {SettingsError}
 */
export function removeHooks(text: string, kept: Containers): string {
  let result = text
  for (let found = findOwn(result, kept); found; found = findOwn(result, kept)) {
    result = cut(result, found.container, found.node)
  }
  return result
}

interface Found {
  readonly container: Node
  readonly node: Node
}

/** The largest part that is ours alone: an entry, else the list that is left empty, else the object. */
function findOwn(text: string, kept: Containers): Found | undefined {
  if (!text.trim()) return undefined
  const { root, hooks, events } = readSettingsTree(text)
  if (!hooks) return undefined
  let hasOwn = false
  for (const [name, list] of events) {
    const own = (list.children ?? []).filter((entry) => ownCommand(getNodeValue(entry)) !== undefined)
    const [first] = own
    if (!first) continue
    hasOwn = true
    const isAlone = own.length === list.children?.length && !kept.events.includes(name)
    if (!isAlone) return { container: list, node: first }
    if (hooks.children?.length === 1 && !kept.hooks) return { container: root, node: hooks.parent! }
    return { container: hooks, node: list.parent! }
  }
  return hasOwn ? { container: root, node: hooks.parent! } : undefined
}

/** Takes a member out with the white space before it and the comma that parted it from its neighbour. */
function cut(text: string, container: Node, node: Node): string {
  const members = container.children ?? []
  const at = members.indexOf(node)
  const next = members[at + 1]
  const previous = members[at - 1]
  const end = node.offset + node.length
  if (!previous) {
    const start = container.offset + 1
    const comma = commaAfter(text, end)
    const isOneLine = !/\n/.test(text.slice(start, node.offset))
    const rest = comma < 0 ? end : comma + 1
    return text.slice(0, start) + (next && isOneLine ? text.slice(rest).replace(/^ /, '') : text.slice(rest))
  }
  const start = commaAfter(text, previous.offset + previous.length)
  return text.slice(0, start) + text.slice(end)
}

/** Where the next comma is when only white space and comments come before it; -1 when something else does. */
function commaAfter(text: string, offset: number): number {
  const match = /^(?:\s|\/\/.*(?=[\n\r]|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.exec(text.slice(offset))
  return match ? offset + match[0].length - 1 : -1
}
