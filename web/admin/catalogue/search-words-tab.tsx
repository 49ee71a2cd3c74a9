import * as z from 'zod/mini';
import { changeSearchWords, getSearchWords } from '#contract/admin/catalogue.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { searchWordFaults } from '#contract/catalogue/list-rules.ts';
import { searchWordsInput } from '#contract/catalogue/list-schemas.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { faultsBy, newRowKey } from './list-draft.ts';
import { ListEditor, type ListTabProps, type RowProps, rowList } from './list-editor.tsx';
import { FaultText, RemoveButton, RowInput } from './row-controls.tsx';

/** A group of words while it is edited: one line with commas. */
interface WordGroup {
	rowKey: string;
	text: string;
}

const SEARCH_WORDS = rowList({
	key: 'search-words',
	load: ({ signal }) => callAdminApi(getSearchWords, { signal }),
	toDraft: ({ searchWords }): WordGroup[] =>
		searchWords.map((words) => {
			const text = words.join(', ');
			return { rowKey: text, text };
		}),
	toBody: (groups) => ({ searchWords: groups.map(({ text }) => wordsOf(text)) }),
	findFaults: faultsBy(z.object({ searchWords: searchWordsInput }), ({ searchWords }) =>
		searchWordFaults(searchWords),
	),
	save: (body) => callAdminApi(changeSearchWords, { body }),
	label: 'Groups of words',
	saveLabel: 'Save search words',
	hint: 'Words and phrases that mean the same, with commas between them: a search for one finds the others too. Each word may be in one group only.',
	path: 'searchWords',
	max: CATALOGUE_LIST_LIMITS.wordGroupsMax,
	addLabel: 'Add group',
	newRow: () => ({ rowKey: newRowKey(), text: '' }),
	Row: GroupRow,
	rowClass: 'grid content-start gap-1',
	search: {
		label: 'Find a word',
		textOf: ({ text }) => text,
		nothingFound: 'No group has this word.',
	},
});

function wordsOf(text: string): string[] {
	return text
		.split(/[,;\n]/)
		.map((word) => word.trim())
		.filter((word) => word !== '');
}

/** The tab to edit the synonyms of the item search, with one field for each group of synonyms. */
export function SearchWordsTab(props: ListTabProps) {
	return <ListEditor {...props} list={SEARCH_WORDS} />;
}

function GroupRow({ row, index, faults, canEdit, onChange, onRemove }: RowProps<WordGroup>) {
	const id = `words-${row.rowKey}`;
	const fault = [...faults.values()][0];

	return (
		<>
			<div className="flex items-center gap-1">
				<RowInput
					id={id}
					fault={fault}
					canEdit={canEdit}
					aria-label={`Group ${index + 1}`}
					placeholder="calci, calculator"
					value={row.text}
					onText={(text) => onChange({ text })}
				/>
				{canEdit && <RemoveButton label={`Remove the group ${row.text}`} onRemove={onRemove} />}
			</div>
			<FaultText id={id}>{fault}</FaultText>
		</>
	);
}
