import type { Provider } from '../config/providers.ts'
import { MODEL_PAGES } from '../provider-apis/model-paths.ts'
import { CURSORS } from '../provider-apis/stored-objects.ts'
import { memberOf } from './object-fields.ts'

/** The fields of a list of `models` that hold its content: all of it, or the page that is asked for where the API has pages. */
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
    // Nothing is known to be behind a model that is not in the list.
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
