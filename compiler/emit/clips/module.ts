import type { Module } from '../../ruleset.ts';
import { clipsString } from './atoms.ts';
import { clipsName } from './names.ts';

/** MAIN exists before any construct and is redefined once to export its templates, functions and globals. */
export function mainModule(): string {
  return '(defmodule MAIN (export ?ALL))';
}

export function emitModule(module: Module): string {
  const description = module.description ? ' ' + clipsString(module.description) : '';
  return `(defmodule ${clipsName(module.name)}${description} (import MAIN ?ALL))`;
}
