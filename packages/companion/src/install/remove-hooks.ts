import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { type InstalledHook, isOwnHook } from './hook-entries.ts'
import { readSettingsTree } from './settings-tree.ts'

/** Pleat's hooks in these settings. */
export function ownHooks(text: string): InstalledHook[] {
  if (!text.trim()) return []
  const { events } = readSettingsTree(text)
  return [...events.values()].flatMap((list) =>
    (list.children ?? []).flatMap((entry) =>
      hooksOf(entry)
        .map((hook): unknown => getNodeValue(hook))
        .filter(isOwnHook),
    ),
  )
}

/** The hooks of an entry. The user or another program may add hooks to an entry of Pleat. */
function hooksOf(entry: Node): readonly Node[] {
  const list = entry.type === 'object' ? findNodeAtLocation(entry, ['hooks']) : undefined
  return list?.type === 'array' ? (list.children ?? []) : []
}

const isOwn = (hook: Node): boolean => isOwnHook(getNodeValue(hook))

/** Objects and lists that the settings had before the installation, which stay after a removal. */
export interface Containers {
  readonly hooks: boolean
  readonly events: readonly string[]
}

/** No object and no list: all count as Pleat's. */
export const NO_CONTAINERS: Containers = { hooks: false, events: [] }

/** The objects and lists for hooks in these settings. */
export function containersOf(text: string): Containers {
  if (!text.trim()) return NO_CONTAINERS
  const { hooks, events } = readSettingsTree(text)
  return { hooks: hooks !== undefined, events: [...events.keys()] }
}

/**
 * Removes Pleat's hooks, and the lists and the object that were created for them. It undoes `addHooks` to the character, unless
 * the settings were empty.
 * @throws {SettingsError} for invalid settings.
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

/** The largest part with nothing but Pleat's hooks: the object, a list, an entry, or one hook of a mixed entry. */
function findOwn(text: string, kept: Containers): Found | undefined {
  if (!text.trim()) return undefined
  const { root, hooks, events } = readSettingsTree(text)
  if (!hooks) return undefined
  for (const [name, list] of events) {
    const entries = (list.children ?? []).map((entry) => ({ entry, hooks: hooksOf(entry) }))
    const mixed = entries.find(({ hooks }) => hooks.some(isOwn) && !hooks.every(isOwn))
    const ownHook = mixed?.hooks.find(isOwn)
    if (ownHook) return { container: ownHook.parent!, node: ownHook }
    const own = entries.filter(({ hooks }) => hooks.some(isOwn)).map(({ entry }) => entry)
    const [first] = own
    if (!first) continue
    const isAlone = own.length === list.children?.length && !kept.events.includes(name)
    if (!isAlone) return { container: list, node: first }
    if (hooks.children?.length === 1 && !kept.hooks) return { container: root, node: hooks.parent! }
    return { container: hooks, node: list.parent! }
  }
  return undefined
}

/** Removes a member with the white space before it and the comma beside it. */
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

/** Offset of the next comma after white space and comments; -1 if other text comes first. */
function commaAfter(text: string, offset: number): number {
  const match = /^(?:\s|\/\/.*(?=[\n\r]|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.exec(text.slice(offset))
  return match ? offset + match[0].length - 1 : -1
}
