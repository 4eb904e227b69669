import { hash } from 'node:crypto'

/**
 * The headers of every file of the dashboard, as name and value. Scripts and styles come from this server alone; the
 * one inline script, the map of module names, is allowed by its hash. Nothing is sent elsewhere, the page is shown in
 * no frame, and no text becomes markup.
 */
export function pageHeaders(page: Buffer): Readonly<Record<string, string>> {
  const policy = {
    'default-src': "'none'",
    'script-src': ["'self'", ...inlineScripts(page).map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)].join(
      ' ',
    ),
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  }
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    'Cache-Control': 'no-cache',
  }
}

function inlineScripts(page: Buffer): string[] {
  return [...page.toString('utf8').matchAll(/<script type="importmap">([\s\S]*?)<\/script>/g)].map(([, text]) => text!)
}
