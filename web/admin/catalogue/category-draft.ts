import * as z from 'zod/mini';
import type { ListedCategory } from '#contract/admin/catalogue.ts';
import { CATEGORY_ICONS, type CategoryIcon } from '#contract/catalogue/facts.ts';
import { categoryFaults } from '#contract/catalogue/list-rules.ts';
import { categoryListInput } from '#contract/catalogue/list-schemas.ts';
import type { DetailField } from '#contract/catalogue/schemas.ts';
import { faultsBy, newRowKey } from './list-draft.ts';

/** A detail field while it is edited. */
export interface FieldDraft extends Omit<DetailField, 'choices'> {
	/** Identifies the row while its `key` is edited. */
	rowKey: string;
	/** The choices as typed: one per line. */
	choices: string;
	/**
	 * Whether the key follows the typed label. False once the key was typed or saved: stored items refer to a saved key.
	 */
	followsLabel: boolean;
}

/** A category while it is edited. */
export interface CategoryDraft {
	rowKey: string;
	/** Undefined for a new category. */
	id: number | undefined;
	name: string;
	icon: CategoryIcon;
	isVisible: boolean;
	asksCondition: boolean;
	fields: readonly FieldDraft[];
	isInUse: boolean;
}

export function toDrafts(categories: readonly ListedCategory[]): CategoryDraft[] {
	return categories.map(({ fields, ...category }) => ({
		...category,
		rowKey: String(category.id),
		fields: fields.map(({ choices = [], ...field }) => ({
			...field,
			rowKey: field.key,
			choices: choices.join('\n'),
			followsLabel: false,
		})),
	}));
}

/** The drafts as the endpoint expects them. */
export function toInputs(drafts: readonly CategoryDraft[]) {
	return drafts.map(({ id, name, icon, isVisible, asksCondition, fields }) => ({
		...(id !== undefined && { id }),
		name,
		icon,
		isVisible,
		asksCondition,
		fields: fields.map(({ key, label, kind, choices }) => ({
			key,
			label,
			kind,
			...(kind === 'choice' && { choices: linesOf(choices) }),
		})),
	}));
}

export const categoryListFaults = faultsBy(
	z.object({ categories: categoryListInput }),
	({ categories }) => categoryFaults(categories),
);

/** An empty category with the first icon that no other category uses. */
export function newCategory(drafts: readonly CategoryDraft[]): CategoryDraft {
	const used = new Set<string>(drafts.map(({ icon }) => icon));
	return {
		rowKey: newRowKey(),
		id: undefined,
		name: '',
		icon: CATEGORY_ICONS.find((icon) => !used.has(icon)) ?? CATEGORY_ICONS[0],
		isVisible: true,
		asksCondition: true,
		fields: [],
		isInUse: false,
	};
}

export function newField(): FieldDraft {
	return {
		rowKey: newRowKey(),
		key: '',
		label: '',
		kind: 'text',
		choices: '',
		followsLabel: true,
	} as const;
}

/**
 * The key of a detail field, made from its label: 'isbnNumber' for 'ISBN number'. The key has at most 20 Latin letters
 * and digits.
 * @param fallback the key for a label without Latin letters
 */
export function keyFromLabel(label: string, fallback: string): string {
	const words = label
		.normalize('NFKD')
		.replace(/[^a-zA-Z0-9\s]/g, '')
		.replace(/^[\d\s]+/, '')
		.trim()
		.toLowerCase()
		.split(/\s+/);
	const key = words
		.map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
		.join('');
	return key.slice(0, 20) || fallback;
}

/** 'field1', or the next number that no other field has. */
export function unusedKey(keys: readonly string[]): string {
	let number = 1;
	while (keys.includes(`field${number}`)) number += 1;
	return `field${number}`;
}

function linesOf(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
}
