import { type Chunk, MARK } from './chunks.ts'
import type { TagSheet } from './sheet.ts'

const EXTENSION =
  /\.(?:tsx?|jsx?|mjs|cjs|mts|cts|json[lc5]?|py|ipynb|rb|go|rs|java|kts?|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|zsh|ps1|bat|sql|db|sqlite3?|html?|s?css|less|vue|svelte|xml|ya?ml|toml|ini|cfg|conf|env|lock|md|mdx|rst|txt|log|csv|tsv|parquet|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|ico|mp[34]|wav|zip|tar|gz|tgz|bz2|7z|bin|exe|dll|so|jar|war|wasm|pem|key|crt|proto|graphql|gradle|tf|dockerfile|patch|diff|tmp|bak)$/i
const LINE = /:\d{1,7}(?::\d{1,7})?$/
const WINDOWS = /^(?:[A-Za-z]:[\\/]|\\\\[^\\/]+\\)[^:]*$/
const UNIX = /^~?(?:\/[^/\\:]+)+\/?$/
const RELATIVE = /^[^/\\:@][^/\\:]*(?:[/\\][^/\\:]+)+[/\\]?$/
const FOLDER =
  /^(?:\.{1,2}|~|src|lib|packages?|node_modules|tests?|docs?|dist|bin|app|apps|config|scripts?|public|usr|etc|var|home)$/
const FILE = /^\.?[^/\\:@$%#.][^/\\:@$%#]{0,127}$/

/** Paths of files and folders: Unix, Windows, relative, and bare file names by their extension, without line numbers. */
export function extractPaths(sheet: TagSheet): void {
  for (const chunk of sheet.chunks) {
    if (!(chunk.marks & (MARK.slash | MARK.backslash | MARK.dot))) continue
    const path = chunk.text.replace(LINE, '')
    // "</div>" closes an element.
    if (sheet.text.charCodeAt(chunk.start - 1) === 60 && path.startsWith('/')) continue
    if (isPath(path, chunk)) sheet.put({ kind: 'path', text: path, start: chunk.start, end: chunk.end })
  }
}

function isPath(path: string, { marks }: Chunk): boolean {
  if (!/\p{L}/u.test(path)) return false
  if (marks & MARK.backslash && WINDOWS.test(path)) return true
  if (!(marks & (MARK.slash | MARK.backslash))) {
    // "Node.js" and similar words are names. Files with that extension start in lower case.
    return EXTENSION.test(path) && FILE.test(path) && !/^\p{Lu}\p{Ll}+\.js$/u.test(path)
  }
  if (UNIX.test(path)) return path.length > 2
  return RELATIVE.test(path) && (EXTENSION.test(path) || FOLDER.test(/^[^/\\]+/.exec(path)![0]))
}
