const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export const count = (value) => (value === null || value === undefined ? '–' : COUNT.format(value))

/** `12.4K` */
export const short = (value) => (value === null || value === undefined ? '–' : SHORT.format(value))

/** A share of a whole in percent, or a dash if the whole is zero. */
export const percent = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)}\u00a0%` : '–')

/** Amounts below one dollar have four decimals. */
export function dollars(value) {
  if (value === null || value === undefined) return '–'
  const digits = Math.abs(value) >= 1 || value === 0 ? 2 : 4
  return `${value < 0 ? '−' : ''}$${Math.abs(value).toFixed(digits)}`
}

export const cents = (value) => (value === null || value === undefined ? '–' : `${value} ¢`)

export const milliseconds = (value) =>
  value === null || value === undefined ? '–' : `${value < 10 ? value.toFixed(1) : COUNT.format(value)} ms`

/** A time of the API in the reader's time zone. */
export const time = (text) => (text ? TIME.format(new Date(text)) : '–')

/** The short form of a hash. */
export const shortId = (id) => (id.length > 14 ? `${id.slice(0, 12)}…` : id)
