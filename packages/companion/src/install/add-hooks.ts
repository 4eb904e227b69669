import type { Node } from 'jsonc-parser'
import { HOOKED_EVENTS, hookEntry, type OwnHook } from './hook-entries.ts'
import { readSettingsTree } from './settings-tree.ts'

/**
 * Adds Pleat's hooks to settings. They are inserted at the beginning of objects and lists, so that every other character stays
 * in its place, comments at line ends included.
 * @throws {SettingsError} for invalid settings.
 */
export function addHooks(text: string, hook: OwnHook): string {
  if (!text.trim()) {
    const hooks = Object.fromEntries(
      Object.entries(HOOKED_EVENTS).map(([event, matcher]) => [event, [hookEntry(matcher, hook)]]),
    )
    return `${JSON.stringify({ hooks }, undefined, 2)}\n`
  }
  let result = text
  // In reverse order, because each is inserted before the previous one.
  for (const [event, matcher] of Object.entries(HOOKED_EVENTS).reverse()) {
    const entry = hookEntry(matcher, hook)
    const { root, hooks, events } = readSettingsTree(result)
    const list = events.get(event)
    if (list) result = putFirst(result, list, { value: entry })
    else if (hooks) result = putFirst(result, hooks, { name: event, value: [entry] })
    else result = putFirst(result, root, { name: 'hooks', value: { [event]: [entry] } })
  }
  return result
}

function putFirst(text: string, container: Node, { name, value }: { name?: string; value: unknown }): string {
  const at = container.offset + 1
  const hasMembers = (container.children?.length ?? 0) > 0
  const label = name === undefined ? '' : `${JSON.stringify(name)}: `
  const inside = text.slice(at, container.offset + container.length - 1)
  if (hasMembers && !inside.includes('\n')) {
    return `${text.slice(0, at)}${label}${JSON.stringify(value)}, ${text.slice(at)}`
  }
  const { unit, end } = styleOf(text)
  const outer = indentationAt(text, container.offset)
  const body = JSON.stringify(value, undefined, unit).replaceAll('\n', `${end}${outer}${unit}`)
  const close = inside.includes('\n') ? '' : `${end}${outer}`
  return `${text.slice(0, at)}${end}${outer}${unit}${label}${body}${hasMembers ? ',' : close}${text.slice(at)}`
}

/** The indentation unit and the line end of a file. */
function styleOf(text: string): { readonly unit: string; readonly end: string } {
  return { unit: /^(\t| {1,8})"/m.exec(text)?.[1] ?? '  ', end: text.includes('\r\n') ? '\r\n' : '\n' }
}

/** The indentation of the line that contains this offset. */
function indentationAt(text: string, offset: number): string {
  return /^[\t ]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''
}
