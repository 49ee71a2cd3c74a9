import * as z from 'zod/mini';
import { searchWordFaults } from '#contract/catalogue/list-rules.ts';
import { searchWordsInput } from '#contract/catalogue/list-schemas.ts';
import { type Faults, findFaults } from '#web/admin/catalogue/list-faults.ts';
import type { StoredSearchWords } from '#web/admin/catalogue/queries.ts';

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

let newGroups = 0;

export function newGroup(): WordGroup {
	newGroups += 1;
	return { rowKey: `new-${newGroups}`, text: '' };
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
