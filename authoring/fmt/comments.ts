import { Lexer, Parser, type CST } from 'yaml';

/** The comments of a text in their order, without the blanks around them. */
export function commentsOf(text: string): readonly string[] {
  const comments: string[] = [];
  const visit = (token: unknown): void => {
    if (Array.isArray(token)) token.forEach(visit);
    else if (typeof token === 'object' && token !== null) {
      const { type, source } = token as Partial<CST.SourceToken>;
      if (type === 'comment' && source !== undefined) comments.push(source.trim());
      else Object.values(token).forEach(visit);
    }
  };
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) for (const token of parser.next(lexeme)) visit(token);
  for (const token of parser.end()) visit(token);
  return comments;
}
