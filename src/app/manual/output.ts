/**
 * `jp help output`.
 *
 * @module
 */

/** The page. */
export function outputPage(): string {
  return `What jp writes

  stdout     the answer, and nothing else
  stderr     reasoning, calls of tools, what is waited for, warnings, errors
  terminal   menus and prompts, drawn on the controlling terminal itself

--format says how both streams look:

  auto         text-pretty on a terminal, text elsewhere; each stream by itself
  text         the text as it came: no escape byte, no carriage return
  text-pretty  for people: markdown rendered as it streams, a status line
  json         one JSON record a line, on both streams
  json-pretty  the same records, indented

--color always|never overrides what NO_COLOR and the terminal say; colour is
only ever part of text-pretty. TERM=dumb means text. --width N lays out for N
columns, on a terminal for no more than it has; 0 means unknown, and then 80.

Markdown

A word is on the screen when it arrives, and takes its final form as soon as
more of the text decides which one that is. [style.markdown] and [style.code]:

  wrap_width               columns text is wrapped at; 0: the whole row
  theme                    gruvbox-dark, gruvbox-light, or ansi: your own
  links                    osc8 hyperlinks, or the address in full; auto: as the
                           terminal can, and in full where the text of a link
                           looks like another address
  table_border             box or pipe
  table_max_column_width   columns of a table's column; longer cells are wrapped
  table_continuation_edge  mark the rows that go on from the one above
  code.color               highlight code
  code.line_numbers        number its lines

style.typewriter types an answer and its reasoning on a terminal: text_delay
and code_delay after each character, max_latency for how far the screen may
fall behind the model. Both delays are 0 unless you set them: a word shows when
it arrives. A menu, a prompt, a message and the end have the rest shown at once;
what is no terminal is never slowed down.

Reasoning and tools

  style.reasoning.display     full, summary (first sentences and headings),
                              hidden, static, progress, timer, or a number of
                              characters; --hide-reasoning for one query
  style.reasoning.background  one of the 256 colours, #rrggbb, or off
  style.reasoning.extend_across_tool_calls
                              whether it goes on over tools in the middle
  style.tool_call.show        false hides calls; --hide-tool-calls for one query
  conversation.tools.NAME.style
                              parameters, inline_results, results_file_link,
                              hidden, error

parameters is json, function_call, off, or a command that gets the arguments as
JSON on stdin and prints words for them, within two seconds; a question still
shows what will be run. With format = "ask" it runs once the call may. The whole
of a result that is cut is kept beside the conversation and linked:
results_file_link is osc8 (where the terminal shows hyperlinks), full or off.

What is waited for

One line on stderr, where that is a terminal, says what is being waited for and
for how long: the connection, the first token, more of an answer, a tool, a
repetition, the lock of a conversation. It makes way for everything else, and
there is none while a prompt is up. style.streaming.progress, style.tool_call
.progress and .preparing, style.lock_wait and style.mcp_startup have show,
delay_secs and interval_ms.

Text from models, tools and servers

It is not trusted. Before it reaches a terminal every control sequence but
plain colour is taken out of it, and so are characters that would show text in
another order than it has. style.sanitize = "visualize" shows them instead;
"off" takes nothing out beforehand (markdown lays out no control character all
the same), and needs your consent where a workspace says so. Names of tools and
files show every character. What is stored stays as it was.

Conversations

jp c print shows a conversation as it was seen; jp c show what is known of it.
What is longer than the screen goes through PAGER (less if it is not set;
cat or an empty one for none); --no-pager prints it at once.

Records on stdout: {"timestamp","type","metadata",...} with the types
chat_request (content), chat_response (message or reasoning),
tool_call_request (id, name, arguments) and tool_call_response (id, content,
is_error; metadata.ended is skipped, withheld or cancelled where the tool itself
did not end the call). The last one is
{"type":"turn_end","reason":"complete|stopped|aborted|interrupted|error",...}.
Records on stderr: {"message":...}; errors have "metadata" and "code" as well.

When the reader of stdout goes away, jp stops asking for more, keeps what it
has and dies by SIGPIPE; jp c print shows the conversation.
`;
}
