import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Which folder may not import which: the walls of docs/architecture.md, kept by rule and not by memory. */
const wall = (files, forbidden, message) => ({
  files: [files],
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: forbidden, message }] }],
  },
});

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'bench/node_modules/', 'bench/build/', 'coverage/'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  prettier,
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
    },
  },
  { files: ['*.ts', 'vitest.config.ts'], rules: { 'no-restricted-exports': 'off' } },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
      },
    },
  },
  wall(
    'runtime/**',
    ['../compiler/**', '../server/**', '../../compiler/**', '../../server/**', 'node:*', '/[a-z@]*'],
    'the runtime imports nothing but itself',
  ),
  {
    files: ['compiler/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['**/server/**'], message: 'the compiler does not know the server' }] },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/runtime/**'],
              allowTypeImports: true,
              message: 'the compiler imports only types of the runtime',
            },
          ],
        },
      ],
    },
  },
  wall('generated/**', ['./*', '../*', 'node:*'], 'a generated module imports only the runtime'),
  {
    files: ['generated/**'],
    // Generated for readers, but by rule: what a person would leave out (an unused label or import) stays.
    rules: {
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-unused-labels': 'off',
      'no-useless-assignment': 'off',
      'no-extra-boolean-cast': 'off',
    },
  },
  {
    files: ['compiler/emit/typescript/**', 'compiler/functions/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':not(TaggedTemplateExpression[tag.name=/^(code|types)$/], CallExpression[callee.name="comment"], CallExpression[callee.property.name="constant"]) > TemplateLiteral[expressions.length>0]',
          message:
            'program text is written with the code and types tags only; text never becomes code by concatenation',
        },
      ],
    },
  },
);
