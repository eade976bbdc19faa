import { isScreen, type Leaf, type Slot } from './labels.js';
import { normalizeLabel } from './words.js';

/** Texts of a screen that only say the name of what stands beside them, and a word or two that name nothing else. */

const anyText = /^(text|label|heading|caption)(_?\d+)?$/;

/** `draft_box`, `search_field`: its text is what somebody wrote there. */
const isTyped = (slot: Slot | null): boolean => /(^|_)(text_?)?(box|field|input|area|editor)(_?\d+)?$/.test(slot?.name ?? '');

/** What stands beside it in a row is a column's value, whatever the column is called. */
const isCell = (slot: Slot): boolean => slot.open > 0 && (slot.parent?.children.size ?? 0) > 1;

export const captionsOf = (leaves: readonly Leaf[]): ReadonlySet<Leaf> => {
  const captions = new Set<Leaf>();
  const names = new Map<string, Set<string>>();
  const texts: Leaf[] = [];
  for (const leaf of leaves) {
    const { slot } = leaf;
    if (!isScreen(slot)) continue;
    const around = names.get(slot.address) ?? new Set();
    names.set(slot.address, around);
    if (anyText.test(slot.name) && !isTyped(slot.parent) && !isCell(slot)) texts.push(leaf);
    else around.add(slot.name);
    for (let at: Slot | null = slot; at; at = at.parent) {
      if (at !== slot) around.add(at.name);
      if (at.label !== '') around.add(at.label);
    }
  }
  for (const leaf of texts) {
    if (typeof leaf.value !== 'string') continue;
    const fixed = /^[^\d\s]+( [^\d\s]+){0,2}$/.test(leaf.value.trim()) && !/heading/.test(leaf.slot.name);
    if (fixed || (leaf.value.length < 60 && names.get(leaf.slot.address)?.has(normalizeLabel(leaf.value)))) captions.add(leaf);
  }
  return captions;
};
