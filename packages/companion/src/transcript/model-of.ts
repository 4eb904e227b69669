import { isObject, type JsonObject, objectAt, stringAt } from './json-value.ts'

/** The model that the newest record names; undefined without one. The fee of a server depends on its price. */
export function modelOf(records: readonly JsonObject[]): string | undefined {
  for (let i = records.length - 1; i >= 0; i--) {
    const record = records[i]!
    if (record.isSidechain === true) continue
    const name = modelIn(record)
    // Claude Code's own messages name a model that does not exist.
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
