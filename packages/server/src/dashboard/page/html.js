import htm from 'htm'
import { h } from 'preact'

/** Markup as tagged templates. Values are escaped, and text never becomes markup. */
export const html = htm.bind(h)
