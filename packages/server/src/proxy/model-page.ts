import type { Provider } from '../config/providers.ts'
import { MODEL_PAGES } from '../provider-apis/model-paths.ts'
import { CURSORS } from '../provider-apis/stored-objects.ts'
import { memberOf } from './object-fields.ts'

/** The content fields of a list of `models`: all of them, or the requested page if the API has pages. */
export function modelPage(models: readonly unknown[], asked: URLSearchParams, api: Provider): object {
  const pages = MODEL_PAGES[api]
  if (!pages) return { data: models }
  const { after, before } = CURSORS[api]
  const limit = Number(asked.get('limit') ?? pages.usual)
  const size = Number.isInteger(limit) && limit > 0 ? Math.min(limit, pages.most) : pages.usual
  const indexOf = (id: string | null) => models.findIndex((model) => memberOf(model, 'id') === id)
  let from = 0
  let end = size
  if (asked.has(before)) {
    end = Math.max(0, indexOf(asked.get(before)))
    from = Math.max(0, end - size)
  } else if (asked.has(after)) {
    const index = indexOf(asked.get(after))
    // A cursor that is not in the list has no known successor.
    from = index < 0 ? models.length : index + 1
    end = from + size
  }
  const data = models.slice(from, end)
  return {
    data,
    has_more: asked.has(before) ? from > 0 : end < models.length,
    first_id: memberOf(data[0], 'id') ?? null,
    last_id: memberOf(data.at(-1), 'id') ?? null,
  }
}
