import { Chart } from './chart.js'
import { dollars, milliseconds, percent, time } from './format.js'
import { html } from './html.js'
import { add, byDay, daysSince, Figure, number } from './parts.js'
import { Table } from './table.js'

/** Fewest days in the chart. By default, requests are kept for seven days, which touch eight calendar days. */
const FEWEST_DAYS = 8

/** Sums over the newest requests of conversations. */
export function Activity({ sums }) {
  const { days, turns, outcomes, statuses, overhead_ms: overhead } = sums
  const all = days.reduce(add, {})
  // The oldest day is first.
  const lastDays = days.length > 0 ? byDay(days, Math.max(FEWEST_DAYS, daysSince(days[0].day) + 1)) : []
  const errors = statuses.filter(({ status }) => status >= 400)
  return html`
    <h2>Conversations</h2>
    <p class="quiet">
      ${
        sums.since
          ? `The newest requests of conversations, at most 20,000, since ${time(sums.since)}.`
          : 'No request of a conversation is stored (PLEAT_REQUEST_DAYS, by default 7).'
      }
    </p>
    <dl class="figures">
      <${Figure} label="Input bill" value=${dollars(all.usd)} />
      <${Figure} label="Direct with cache (estimate)" value=${dollars(all.direct_usd)} />
      <${Figure} label="Money saved" value=${all.saved_usd === undefined ? 'price not known' : `${dollars(all.saved_usd)} (${percent(all.saved_usd, all.direct_usd)})`} />
      <${Figure} label="Cache hit rate with Pleat" value=${percent(all.cached_tokens, all.input_tokens)} />
      <${Figure} label="Cache hit rate direct (estimate)" value=${percent(all.direct_cached_tokens, all.direct_input_tokens)} />
      <${Figure} label="Overhead p50" value=${milliseconds(overhead?.p50)} />
      <${Figure} label="Overhead p95" value=${milliseconds(overhead?.p95)} />
      <${Figure} label="Overhead p99" value=${milliseconds(overhead?.p99)} />
    </dl>
    <p class="quiet">
      Direct with cache: the same requests without folding, if the provider’s cache contains the whole previous request, at the
      input prices of the server’s table. In doubt the estimate favours the direct bill.
    </p>
    <div class="pair">
      <${Chart}
        title="Input bill by day"
        xLabel="Day (UTC)"
        format=${dollars}
        labels=${lastDays.map(({ day }) => day)}
        series=${[
          { label: 'direct with cache (estimate)', values: lastDays.map(({ row }) => row?.direct_usd ?? 0) },
          { label: 'with Pleat', values: lastDays.map(({ row }) => row?.usd ?? 0) },
        ]}
      />
      <${Chart}
        title="Share saved by turn"
        xLabel="Turn"
        format=${(value) => `${value} %`}
        labels=${turns.map(({ turn }) => String(turn))}
        series=${[
          {
            label: 'input tokens saved',
            values: turns.map((row) => Math.round((1000 * row.saved_tokens) / Math.max(1, row.original_tokens)) / 10),
          },
        ]}
      />
    </div>
    <h2>Outcomes</h2>
    <${Table}
      name="outcomes"
      caption="Requests by outcome"
      rows=${outcomes}
      sort=${{ column: 1, isDown: true }}
      columns=${[
        { label: 'Outcome', value: ({ compression }) => compression },
        number('Requests', 'requests'),
        number('Original tokens', 'original_tokens'),
        number('Saved tokens', 'saved_tokens'),
      ]}
    />
    <h2>Errors of providers</h2>
    <${Table}
      name="errors"
      caption="Answers of providers with a status of 400 or more"
      rows=${errors}
      columns=${[{ label: 'Status', value: ({ status }) => status, isNumber: true }, number('Requests', 'requests')]}
    />
  `
}
