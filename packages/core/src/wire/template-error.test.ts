import { expect, it } from 'vitest'
import { isTemplateError } from './template-error.ts'

it.each([
  [
    'llama.cpp',
    '{"error":{"code":500,"message":"\\n------------\\nWhile executing CallExpression at line 19, column 27 in source:\\nError: Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...","type":"server_error"}}',
  ],
  [
    'older llama.cpp',
    '{"error":{"code":500,"message":"Only user roles are supported! at row 9, column 5:\\n {{ raise_exception(\\"Only user roles","type":"server_error"}}',
  ],
  [
    'llama-cpp-python',
    '{"error":{"message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"internal_server_error"}}',
  ],
  ['text-generation-inference', '{"error":"Template error: invalid operation","error_type":"template_error"}'],
])('the error of a chat template in %s is recognised', (_, body) => {
  expect(isTemplateError(body)).toBe(true)
})

it.each([
  '',
  '{"error":{"message":"The server had an error while processing your request.","type":"server_error"}}',
  '<html><head><title>500 Internal Server Error</title></head></html>',
])('other server errors are not: %s', (body) => {
  expect(isTemplateError(body)).toBe(false)
})
