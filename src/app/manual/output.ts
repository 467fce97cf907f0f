/**
 * `jp help output`.
 *
 * @module
 */

/** The page. */
export function outputPage(): string {
  return `What jp writes

  stdout     the answer, and nothing else
  stderr     messages: what is waited for, warnings, errors
  terminal   menus and prompts, drawn on the controlling terminal itself

--format says how both streams look:

  auto         text-pretty on a terminal, text elsewhere; each stream by itself
  text         plain text: no escape byte, no carriage return
  text-pretty  for people: a status line that is rewritten in place, colour
  json         one JSON record a line, on both streams
  json-pretty  the same records, indented

--color always|never overrides what NO_COLOR and the terminal say; colour is
only ever part of text-pretty. TERM=dumb means text.

Records on stdout: {"timestamp","type","metadata",...} with the types
chat_request (content), chat_response (message or reasoning),
tool_call_request (id, name, arguments) and tool_call_response (id, content,
is_error). The last one is
{"type":"turn_end","reason":"complete|stopped|aborted|interrupted|error",...}.
Records on stderr: {"message":...}; errors have "metadata" and "code" as well.

When the reader of stdout goes away, jp stops asking for more, keeps what it
has and dies by SIGPIPE; jp c print shows the conversation.
`;
}
