/** Templates of the rulesets that tests of slips compile. */
export const TEMPLATES = `templates:
  - name: p
    slots:
      - { name: who, type: string }
      - { name: n, type: integer }
  - { name: note, slots: [{ name: text, type: string }] }
`;
