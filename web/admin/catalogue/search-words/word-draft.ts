import * as z from 'zod/mini';
import { searchWordFaults } from '#contract/catalogue/list-rules.ts';
import { searchWordsInput } from '#contract/catalogue/list-schemas.ts';
import { type Faults, findFaults } from '#web/admin/catalogue/list-faults.ts';
import type { StoredSearchWords } from '#web/admin/catalogue/queries.ts';
import { newRowKey } from '#web/admin/catalogue/row-ids.ts';

/** A group of words while it is edited: one line with commas. */
export interface WordGroup {
	rowKey: string;
	text: string;
}

export function toGroups({ searchWords }: StoredSearchWords): WordGroup[] {
	return searchWords.map((words) => {
		const text = words.join(', ');
		return { rowKey: text, text };
	});
}

export function toWords(groups: readonly WordGroup[]): string[][] {
	return groups.map(({ text }) =>
		text
			.split(/[,;\n]/)
			.map((word) => word.trim())
			.filter((word) => word !== ''),
	);
}

export function newGroup(): WordGroup {
	return { rowKey: newRowKey(), text: '' };
}

interface WordFilter {
	text: string;
	/** The row keys of the groups that do not contain the text. */
	hidden: ReadonlySet<string>;
}

export const NO_FILTER: WordFilter = { text: '', hidden: new Set() };

/** The filter for a text. Computed only when the text changes, so that a group does not vanish while it is edited. */
export function filterOf(groups: readonly WordGroup[], text: string): WordFilter {
	const searchedText = text.trim().toLowerCase();
	const hidden = groups.filter((group) => !group.text.toLowerCase().includes(searchedText));
	return { text, hidden: new Set(hidden.map(({ rowKey }) => rowKey)) };
}

/** Makes one group visible: a group that is shown because of its error stays visible once the error is corrected. */
export function withVisibleGroup(filter: WordFilter, { rowKey }: WordGroup): WordFilter {
	return { ...filter, hidden: new Set([...filter.hidden].filter((key) => key !== rowKey)) };
}

const listsInput = z.object({ searchWords: searchWordsInput });

export function searchWordListFaults(searchWords: string[][]): Faults {
	return findFaults(listsInput, { searchWords }, (lists) => searchWordFaults(lists.searchWords));
}

/** The first message about a group or one of its words. */
export function faultOfGroup(faults: Faults, index: number): string | undefined {
	const path = `searchWords.${index}`;
	return [...faults].find(([key]) => key === path || key.startsWith(`${path}.`))?.[1];
}
