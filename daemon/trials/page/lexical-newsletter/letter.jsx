import { $createListItemNode, $createListNode, ListItemNode, ListNode } from '@lexical/list';
import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { ListPlugin } from '@lexical/react/LexicalListPlugin';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { $createHeadingNode, HeadingNode } from '@lexical/rich-text';
import { $createParagraphNode, $createTextNode, $getRoot, FORMAT_TEXT_COMMAND, UNDO_COMMAND } from 'lexical';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const write = () => {
  const heading = $createHeadingNode('h2').append($createTextNode('Apples and juice'));
  const first = $createParagraphNode().append($createTextNode('The press opens at ten in the old dairy.'));
  const list = $createListNode('bullet');
  for (const text of ['Crates are at the gate', 'Children pick for free', 'No dogs under the trees'])
    list.append($createListItemNode().append($createTextNode(text)));
  const last = $createParagraphNode().append($createTextNode('Parking is behind the church.'));
  $getRoot().append(heading, first, list, last);
};

const Tools = () => {
  const [editor] = useLexicalComposerContext();
  const format = (kind) => () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, kind);
  return (
    <div role="toolbar">
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={format('bold')}>
        Bold
      </button>
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={format('italic')}>
        Italic
      </button>
      <button type="button" onClick={() => editor.dispatchCommand(UNDO_COMMAND, undefined)}>
        Undo
      </button>
    </div>
  );
};

const Letter = () => {
  const [letter, setLetter] = useState({ issue: 42, subject: 'Orchard day', author: 'Wilhelmina', urgent: false, sent: false });
  const [words, setWords] = useState(0);
  const [readers, setReaders] = useState([
    { name: 'Upper lane', households: 31, printed: false },
    { name: 'Mill side', households: 18, printed: true },
    { name: 'New estate', households: 64, printed: false },
  ]);
  const change = (changes) => setLetter((before) => ({ ...before, ...changes }));
  return (
    <>
      <aside>
        <h2>Readers</h2>
        <ul>
          {readers.map((one) => (
            <li key={one.name}>
              <label>
                <input
                  type="checkbox"
                  checked={one.printed}
                  onChange={() => setReaders(readers.map((other) => (other === one ? { ...one, printed: !one.printed } : other)))}
                />
                {one.name} on paper ({one.households})
              </label>
            </li>
          ))}
        </ul>
      </aside>
      <h1>Village letter, issue {letter.issue}</h1>
      <p>
        <label>
          Subject <input value={letter.subject} onChange={(event) => change({ subject: event.target.value })} />
        </label>{' '}
        <label>
          <input type="checkbox" checked={letter.urgent} onChange={(event) => change({ urgent: event.target.checked })} /> Urgent
        </label>{' '}
        by {letter.author}
      </p>
      <LexicalComposer
        initialConfig={{
          namespace: 'letter',
          nodes: [HeadingNode, ListNode, ListItemNode],
          theme: { text: { bold: 'bold', italic: 'italic' } },
          editorState: write,
          onError: (error) => {
            throw error;
          },
        }}
      >
        <Tools />
        <RichTextPlugin contentEditable={<ContentEditable className="sheet" />} ErrorBoundary={LexicalErrorBoundary} />
        <HistoryPlugin />
        <ListPlugin />
        <OnChangePlugin
          onChange={(state) => state.read(() => setWords($getRoot().getTextContent().split(/\s+/).filter(Boolean).length))}
        />
      </LexicalComposer>
      <p>
        {words} words, {letter.sent ? 'sent' : 'draft'}
      </p>
      <button type="button" onClick={() => change({ sent: true })}>
        Send
      </button>
    </>
  );
};

createRoot(document.getElementById('app')).render(<Letter />);
