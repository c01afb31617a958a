/** The colours of the language: what helps to see structure, no more. */

import { HighlightStyle, StreamLanguage } from '@codemirror/language';
import { tags } from '@lezer/highlight';

export const layouts = StreamLanguage.define({
  name: 'tilework',
  languageData: {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['(', '['] },
  },
  token(stream) {
    if (stream.match(/^(?:#|\/\/).*/)) return 'comment';
    if (stream.match(/^(?:o(?![\w])|∘|==|~|=|\bat\b|\bon\b|\band\b)/)) return 'operator';
    if (stream.match(/^_?\d+/) || stream.match(/^0x[\da-f]+/i)) return 'number';
    if (stream.match(/^[A-Za-z_]\w*(?=\s*[(<])/)) return 'keyword';
    if (stream.match(/^[A-Za-z_][\w:]*/)) return 'variableName';
    if (stream.match(/^[:@]/)) return 'punctuation';
    stream.next();
    return null;
  },
});

export const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.operator, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: tags.number, color: 'var(--text)' },
  { tag: tags.variableName, color: 'var(--text)', fontWeight: '600' },
  { tag: tags.punctuation, color: 'var(--quiet)' },
]);
