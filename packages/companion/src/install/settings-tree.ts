import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { SettingsError } from './settings-error.ts'

/** Settings with the places of the parts that hooks stand in. */
export interface SettingsTree {
  readonly root: Node
  /** The object `hooks`, when there is one. */
  readonly hooks: Node | undefined
  /** The list of each event. */
  readonly events: ReadonlyMap<string, Node>
}

/**
 * Finds the parts in a text of JSON, comments and commas at the end allowed.
 * @throws {SettingsError} for what is invalid, what has not the shape of settings, and what is there twice.
 */
export function readSettingsTree(text: string): SettingsTree {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length
    throw new SettingsError(`is not valid JSON (line ${line}: ${printParseErrorCode(error.error)})`)
  }
  if (root?.type !== 'object') throw new SettingsError('is not a JSON object')
  const hooks = memberOf(root, 'hooks')
  if (hooks && hooks.type !== 'object') throw new SettingsError('has "hooks" that is not an object')
  const events = new Map<string, Node>()
  for (const property of hooks?.children ?? []) {
    const name = String(property.children?.[0]?.value)
    const list = memberOf(hooks!, name)
    if (list?.type === 'array') events.set(name, list)
    else if (name === 'PreCompact' || name === 'SessionStart') {
      throw new SettingsError(`has "hooks.${name}" that is not a list`)
    }
  }
  return { root, hooks, events }
}

/** The value of a member; of equal names readers take different ones, so they are refused. */
function memberOf(object: Node, name: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name)
  if (found.length > 1) throw new SettingsError(`has "${name}" twice`)
  return found[0]?.children?.[1]
}
