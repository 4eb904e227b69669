import htm from 'htm'
import { h } from 'preact'

/** Markup as tagged templates. Values are escaped; nothing here makes markup of text. */
export const html = htm.bind(h)
