/** UTF-16 units of an error that are read. */
const LONGEST_ERROR = 16_384

/**
 * Parts of the errors of a chat template, in lower case: llama.cpp, new and old; llama-cpp-python;
 * text-generation-inference; servers that use transformers.
 */
const PHRASES: readonly string[] = [
  'jinja',
  'raise_exception',
  'roles must alternate',
  'template error',
  'templateerror',
  'chat template',
]

/**
 * True if the body of an error says that the chat template of an open model does not accept the messages. Templates of
 * Gemma and Mistral, for example, require that the user and the assistant alternate. The model has not run then.
 */
export function isTemplateError(body: string): boolean {
  const text = body.slice(0, LONGEST_ERROR).toLowerCase()
  return PHRASES.some((phrase) => text.includes(phrase))
}
