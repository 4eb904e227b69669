/**
 * About how many tokens a text has, without a vocabulary: loading one takes longer than everything else this command
 * does. Four characters of ASCII make one, other scripts need more.
 */
export function estimateTokens(text: string): number {
  let other = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) other++
  return Math.ceil((text.length - other) / 4 + other * 0.7)
}
