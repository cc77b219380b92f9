import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Which folder may not import which: the walls of docs/internals/architecture.md, kept by rule and not by memory. */
const wall = (files, forbidden, message) => ({
  files: [files],
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: forbidden, message }] }],
  },
});

/** Folders of sources; each imports those before it. */
const ROOMS = [
  'runtime',
  'compiler',
  'library',
  'store',
  'evidence',
  'authoring',
  'clients',
  'agents',
  'server',
  'cli',
  'entries',
  'studio',
  'tools',
];
const below = (room) => ROOMS.slice(ROOMS.indexOf(room) + 1).map((name) => `**/${name}/**`);

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'editors/vscode/dist/',
      'dist-tools/',
      'node_modules/',
      'bench/node_modules/',
      'site/node_modules/',
      'site/.vitepress/cache/',
      'site/.vitepress/dist/',
      'bench/build/',
      'coverage/',
      'test/compiler/emit/samples/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  prettier,
  {
    files: ['**/*.ts', '**/*.tsx'],
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
  {
    files: [...ROOMS, 'test'].flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`]),
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      complexity: ['error', 26],
      'max-lines': ['error', 300],
    },
  },
  {
    // The engine's doc comments are the reference of the library.
    files: ['runtime/engine.ts'],
    rules: { 'max-lines': ['error', 400] },
  },
  // One function, because V8 compiles it as a whole: what every request comes through, in two it is a few percent slower.
  { files: ['runtime/engine/evaluate.ts'], rules: { complexity: ['error', 40] } },
  // Generated: one type for each schema of the service.
  { files: ['clients/typescript/api.ts'], rules: { 'max-lines': 'off' } },
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
  wall('runtime/**', [...below('runtime'), 'node:*', '/[a-z@]*'], 'the runtime imports nothing but itself'),
  {
    files: ['compiler/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: below('compiler'), message: 'the compiler knows nothing but the runtime' }] },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              // Values that are read equally before and after compilation: integers, times, and arguments of text tests.
              group: ['**/runtime/**', '!**/runtime/values/', '!**/runtime/values/*'],
              allowTypeImports: true,
              message: 'the compiler can import only types and runtime/values from the runtime',
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
      // An interface says what the runtime puts behind the class of a template's facts; its constructor sets the fields.
      '@typescript-eslint/no-unsafe-declaration-merging': 'off',
      '@typescript-eslint/no-empty-object-type': 'off',
      'no-unused-labels': 'off',
      'no-useless-assignment': 'off',
      'no-extra-boolean-cast': 'off',
    },
  },
  {
    files: ['compiler/emit/typescript/**', 'compiler/language/functions/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':not(TaggedTemplateExpression[tag.name=/^(code|statement|types)$/], CallExpression[callee.name="comment"], CallExpression[callee.property.name="constant"]) > TemplateLiteral[expressions.length>0]',
          message:
            'program text is written with the code, statement and types tags only; text never becomes code by concatenation',
        },
      ],
    },
  },
);
