import { useState } from 'preact/hooks'
import { download, toCsv } from './csv.js'
import { html } from './html.js'

/** Limit of drawn rows. All rows are searched, sorted and saved. */
const SHOWN = 200

/**
 * A table that can be searched, sorted and saved as CSV.
 * @param columns each `{ label, value(row), show?(row), isNumber?, isAction? }`; `value` is sorted, searched and saved,
 * `show` is drawn. A column of buttons (`isAction`) is only drawn.
 */
export function Table({ name, caption, columns, rows, sort, hasSearch = false }) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState(sort ?? { column: undefined, isDown: false })
  const found = rows.filter((row) => matches(columns, row, search))
  const sorted = order.column === undefined ? found : sortRows(found, columns[order.column], order.isDown)
  const turn = (column) =>
    setOrder((before) => ({
      column,
      isDown: before.column === column ? !before.isDown : columns[column].isNumber === true,
    }))
  return html`
    <div class="tools">
      ${
        hasSearch &&
        html`<label>Search <input type="search" value=${search} onInput=${(event) => setSearch(event.target.value)} /></label>`
      }
      <span class="quiet" role="status">${found.length} of ${rows.length} rows${sorted.length > SHOWN ? `, the first ${SHOWN} shown` : ''}</span>
      <button type="button" class="plain" onClick=${() =>
        download(
          `pleat-${name}.csv`,
          toCsv(
            columns.filter(({ isAction }) => !isAction),
            sorted,
          ),
        )}>
        Save as CSV
      </button>
    </div>
    <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
      <table>
        <caption>${caption}</caption>
        <thead>
          <tr>
            ${columns.map(
              (column, index) => html`
                <th scope="col" class=${column.isNumber ? 'number' : ''} aria-sort=${column.isAction ? undefined : sortOf(order, index)}>
                  ${
                    column.isAction
                      ? column.label
                      : html`
                          <button type="button" class="head" onClick=${() => turn(index)}>
                            ${column.label}<span aria-hidden="true">${ARROWS[sortOf(order, index)]}</span>
                          </button>
                        `
                  }
                </th>
              `,
            )}
          </tr>
        </thead>
        <tbody>
          ${sorted.slice(0, SHOWN).map(
            (row) => html`
              <tr>
                ${columns.map(
                  ({ isNumber, show, value }) =>
                    html`<td class=${isNumber ? 'number' : ''}>${(show ?? value)(row) ?? '–'}</td>`,
                )}
              </tr>
            `,
          )}
          ${sorted.length === 0 && html`<tr><td colspan=${columns.length} class="quiet">Nothing here.</td></tr>`}
        </tbody>
      </table>
    </div>
  `
}

const ARROWS = { none: '', ascending: ' ↑', descending: ' ↓' }

function sortOf({ column, isDown }, index) {
  if (column !== index) return 'none'
  return isDown ? 'descending' : 'ascending'
}

function matches(columns, row, search) {
  const wanted = search.trim().toLowerCase()
  return (
    wanted === '' ||
    columns.some(({ value }) =>
      String(value(row) ?? '')
        .toLowerCase()
        .includes(wanted),
    )
  )
}

function sortRows(rows, { value }, isDown) {
  const sign = isDown ? -1 : 1
  return [...rows].sort((one, other) => sign * compare(value(one), value(other)))
}

/** Unknown values count as the lowest. */
function compare(one, other) {
  if (one === other) return 0
  if (one === null || one === undefined) return -1
  if (other === null || other === undefined) return 1
  return typeof one === 'number' ? one - other : String(one).localeCompare(String(other))
}
