import { isObject, type JsonObject, objectAt, stringAt } from './json-value.ts'

/**
 * The model that the newest record names, wherever each agent writes it; undefined when none does. What a server
 * charges depends on its price.
 */
export function modelOf(records: readonly JsonObject[]): string | undefined {
  for (let i = records.length - 1; i >= 0; i--) {
    const record = records[i]!
    if (record.isSidechain === true) continue
    const name = modelIn(record)
    // Claude Code writes messages of its own in the name of a model that is none.
    if (name && /^[\w.:/@-]{1,255}$/.test(name)) return name
  }
  return undefined
}

function modelIn(record: JsonObject): string | undefined {
  return (
    stringAt(record.message, 'model') ??
    stringAt(record.payload, 'model') ??
    stringAt(record, 'model') ??
    (isObject(record.info)
      ? (stringAt(record.info, 'modelID') ?? stringAt(objectAt(record.info, 'model'), 'modelID'))
      : undefined)
  )
}
