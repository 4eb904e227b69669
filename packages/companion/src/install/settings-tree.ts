import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { SettingsError } from './settings-error.ts'

/** Parsed settings with the nodes that contain hooks. */
export interface SettingsTree {
  readonly root: Node
  /** The object `hooks`; undefined without one. */
  readonly hooks: Node | undefined
  /** The list of each event. */
  readonly events: ReadonlyMap<string, Node>
}

/**
 * Parses settings: JSON in which comments and trailing commas are allowed.
 * @throws {SettingsError} for invalid JSON, another structure, and duplicate members.
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

/** The value of a member. Duplicate names are refused, because parsers disagree about them. */
function memberOf(object: Node, name: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name)
  if (found.length > 1) throw new SettingsError(`has "${name}" twice; remove one of them`)
  return found[0]?.children?.[1]
}
