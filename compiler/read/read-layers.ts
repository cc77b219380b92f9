import type { Source } from '../diagnostics/position.ts';
import { createReport, type Report } from '../diagnostics/report.ts';
import { renameLayer } from './hash-sources.ts';
import { readSources } from './read-sources.ts';
import type { WrittenSyntax } from '../short-syntax.ts';
import { elementAt } from '../required.ts';

/** Parts that a reload may omit. Everything of a kind comes from one layer: kinds are never mixed. */
type KeptKind =
  | 'templates'
  | 'modules'
  | 'hierarchies'
  | 'functions'
  | 'inputs'
  | 'documents'
  | 'definitions'
  | 'authzens'
  | 'defaults'
  | 'constants'
  | 'settings'
  | 'relations';

/** The sources that a loaded ruleset came from: newest first, and only those that something was taken from. */
export type Layers = readonly (readonly Source[])[];

interface LayeredSyntax {
  readonly syntax: WrittenSyntax;
  /** The layers that a later compilation builds on. */
  readonly layers: Layers;
  /** All sources that spans may point into, under the paths that the spans have. */
  readonly sources: readonly Source[];
}

/**
 * Reads the sources of a ruleset on top of those of the loaded one: what they leave out is kept from there. The order
 * of focus belongs to the modules and `decide` to the templates: each comes from the layer that those come from,
 * unless the new sources say otherwise.
 */
export function readLayers(sources: readonly Source[], base: Layers, report: Report): LayeredSyntax {
  const renamed = base.map(renameLayer);
  const layers = [sources, ...renamed];
  // Warnings of the loaded ruleset were reported when it was compiled and are not repeated.
  const read = layers.map((layer, i) => readSources(layer, i === 0 ? report : createReport()));
  const top = elementAt(read, 0);
  const layerOf = (kind: KeptKind): number =>
    Math.max(
      0,
      read.findIndex((layer) => layer[kind].length > 0),
    );
  const templates = layerOf('templates');
  const modules = layerOf('modules');
  const hierarchies = layerOf('hierarchies');
  const functions = layerOf('functions');
  const inputs = layerOf('inputs');
  const documents = layerOf('documents');
  const definitions = layerOf('definitions');
  const authzens = layerOf('authzens');
  const defaults = layerOf('defaults');
  const constants = layerOf('constants');
  const settings = layerOf('settings');
  const relations = layerOf('relations');
  const kept = [
    ...[templates, modules, hierarchies, functions, inputs, documents, authzens, defaults],
    ...[constants, settings, relations, definitions],
  ];
  const used = new Set([0, ...kept]);
  const keep = (_: unknown, i: number): boolean => used.has(i);
  return {
    syntax: {
      ...top,
      templates: elementAt(read, templates).templates,
      modules: elementAt(read, modules).modules,
      hierarchies: elementAt(read, hierarchies).hierarchies,
      functions: elementAt(read, functions).functions,
      inputs: elementAt(read, inputs).inputs,
      documents: elementAt(read, documents).documents,
      definitions: elementAt(read, definitions).definitions,
      authzens: elementAt(read, authzens).authzens,
      defaults: elementAt(read, defaults).defaults,
      constants: elementAt(read, constants).constants,
      settings: elementAt(read, settings).settings,
      relations: elementAt(read, relations).relations,
      focusOrders: top.focusOrders.length > 0 ? top.focusOrders : elementAt(read, modules).focusOrders,
      decides: top.decides.length > 0 ? top.decides : elementAt(read, templates).decides,
    },
    layers: [sources, ...base].filter(keep),
    sources: layers.filter(keep).flat(),
  };
}
