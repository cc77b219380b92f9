/** A grammar that colours the expressions of rules inside YAML: conditions, and paths in texts. */
const EXPRESSION = [
  { match: '"(?:[^"\\\\]|\\\\.)*"|`[^`]*`', name: 'string.quoted.double.ferrule' },
  { match: '\\b(?:and|or|not|in)\\b', name: 'keyword.operator.logical.ferrule' },
  { match: '\\b(?:true|false|null|now)\\b', name: 'constant.language.ferrule' },
  { match: '\\b\\d+(?:\\.\\d+)?\\b', name: 'constant.numeric.ferrule' },
  { match: '==|!=|<=|>=|<|>|\\?\\?|[-+*/%]', name: 'keyword.operator.ferrule' },
  { match: '[a-z_][\\w]*(?=\\()', name: 'entity.name.function.ferrule' },
  { match: '\\b(?:input|const)\\b', name: 'support.type.ferrule' },
  { match: '[a-z_][\\w-]*', name: 'variable.other.ferrule' },
];

export const expressions = {
  name: 'ferrule-expressions',
  scopeName: 'ferrule.injection',
  injectTo: ['source.yaml'],
  injectionSelector: 'L:source.yaml -comment',
  patterns: [
    {
      begin: '\\b(if)(:)\\s+(?=[^\\[\\s|>])',
      beginCaptures: { 1: { name: 'entity.name.tag.yaml' } },
      end: '$',
      patterns: EXPRESSION,
    },
    {
      begin: '-\\s+(?=(?:not |exists\\(|forall\\(|size\\(|[a-z_]+\\.)[^:]*$)',
      end: '$',
      patterns: EXPRESSION,
    },
    { match: '\\{[a-z][\\w.()-]*\\}', name: 'variable.parameter.ferrule' },
  ],
};
