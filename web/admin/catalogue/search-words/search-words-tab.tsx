import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { CATALOGUE_MESSAGES, changeSearchWords } from '#contract/admin/catalogue.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { FaultText, faultProps } from '#web/admin/catalogue/fault-text.tsx';
import { ListForm, type ListTabProps } from '#web/admin/catalogue/list-form.tsx';
import { type StoredSearchWords, searchWordsQuery } from '#web/admin/catalogue/queries.ts';
import { READ_ONLY_CLASS } from '#web/admin/catalogue/read-only-class.ts';
import { useListDraft } from '#web/admin/catalogue/use-list-draft.ts';
import { QueryContent } from '#web/admin/kit/query-content.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import {
	faultOfGroup,
	filterOf,
	NO_FILTER,
	newGroup,
	searchWordListFaults,
	toGroups,
	toWords,
	type WordGroup,
	withVisibleGroup,
} from './word-draft.ts';

/** The tab to edit the synonyms of the item search, with one field for each group of synonyms. */
export function SearchWordsTab(props: ListTabProps) {
	return (
		<QueryContent
			query={useQuery(searchWordsQuery())}
			failureMessage={CATALOGUE_MESSAGES.loadFailed}
			skeleton={<Skeleton className="h-96" />}
		>
			{(stored) => <SearchWordsEditor {...props} stored={stored} />}
		</QueryContent>
	);
}

interface SearchWordsEditorProps extends ListTabProps {
	stored: StoredSearchWords;
}

function SearchWordsEditor({ stored, canEdit, onDirty }: SearchWordsEditorProps) {
	const list = useListDraft({
		stored,
		...searchWordsQuery(),
		toDraft: toGroups,
		toInput: toWords,
		findFaults: searchWordListFaults,
		send: (version, searchWords) =>
			callAdminApi(changeSearchWords, { body: { version, searchWords } }),
		onDirty,
	});
	const { draft, edit, faults } = list;
	const [filter, setFilter] = useState(NO_FILTER);
	const visibleRows = draft.flatMap((group, index) => {
		const fault = faultOfGroup(faults, index);
		return filter.hidden.has(group.rowKey) && fault === undefined ? [] : [{ group, index, fault }];
	});

	function add(): void {
		const added = newGroup();
		setFilter(NO_FILTER);
		flushSync(() => edit([added, ...draft]));
		document.getElementById(`words-${added.rowKey}`)?.focus();
	}

	function change(index: number, group: WordGroup): void {
		setFilter(withVisibleGroup(filter, group));
		edit(draft.with(index, group));
	}

	function remove(index: number): void {
		const rowIndex = visibleRows.findIndex((row) => row.index === index);
		const nearby = visibleRows[rowIndex + 1] ?? visibleRows[rowIndex - 1];
		flushSync(() => edit(draft.toSpliced(index, 1)));
		document.getElementById(`words-${nearby?.group.rowKey}`)?.focus();
	}

	return (
		<ListForm list={list} saveLabel="Save search words" canEdit={canEdit}>
			<p className="max-w-[70ch] text-sm text-ink-soft">
				Words and phrases that mean the same, with commas between them: a search for one finds the
				others too. Each word may be in one group only.
			</p>
			<div className="flex flex-wrap items-center gap-2">
				<TextInput
					type="search"
					aria-label="Find a word"
					placeholder="Find a word"
					value={filter.text}
					onChange={(event) => setFilter(filterOf(draft, event.target.value))}
					className="tablet:max-w-80"
				/>
				{canEdit && draft.length < CATALOGUE_LIST_LIMITS.wordGroupsMax && (
					<Button onClick={add}>
						<Plus aria-hidden="true" className="size-4.5" />
						Add group
					</Button>
				)}
				<p role="status" className="text-sm text-ink-soft">
					{draft.length > 0 && visibleRows.length === 0 && 'No group has this word.'}
				</p>
			</div>
			<ul className="grid gap-2 wide:grid-cols-2" aria-label="Groups of words">
				{visibleRows.map(({ group, index, fault }) => (
					<GroupRow
						key={group.rowKey}
						group={group}
						index={index}
						fault={fault}
						canEdit={canEdit}
						onChange={(text) => change(index, { ...group, text })}
						onRemove={() => remove(index)}
					/>
				))}
			</ul>
		</ListForm>
	);
}

interface GroupRowProps {
	group: WordGroup;
	index: number;
	fault: string | undefined;
	canEdit: boolean;
	onChange: (text: string) => void;
	onRemove: () => void;
}

function GroupRow({ group, index, fault, canEdit, onChange, onRemove }: GroupRowProps) {
	const { rowKey, text } = group;
	const id = `words-${rowKey}`;

	return (
		<li className="grid content-start gap-1">
			<div className="flex items-center gap-1">
				<TextInput
					{...faultProps(id, fault)}
					aria-label={`Group ${index + 1}`}
					placeholder="calci, calculator"
					value={text}
					autoComplete="off"
					readOnly={!canEdit}
					onChange={(event) => onChange(event.target.value)}
					className={READ_ONLY_CLASS}
				/>
				{canEdit && (
					<IconButton
						label={`Remove the group ${text}`}
						icon={<Trash2 aria-hidden="true" className="size-5" />}
						onClick={onRemove}
						className="text-bad"
					/>
				)}
			</div>
			<FaultText id={id}>{fault}</FaultText>
		</li>
	);
}
