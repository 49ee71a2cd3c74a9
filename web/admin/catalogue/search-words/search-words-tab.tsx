import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { CATALOGUE_MESSAGES, changeSearchWords } from '#contract/admin/catalogue.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { FaultText, faultProps } from '#web/admin/catalogue/fault-text.tsx';
import { ListForm, type ListTabProps } from '#web/admin/catalogue/list-form.tsx';
import { type StoredSearchWords, searchWordsQuery } from '#web/admin/catalogue/queries.ts';
import { useListDraft } from '#web/admin/catalogue/use-list-draft.ts';
import { QueryContent } from '#web/admin/kit/query-content.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { faultOfGroup, newGroup, searchWordListFaults, toGroups, toWords } from './word-draft.ts';

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
	const [filter, setFilter] = useState('');
	const isShown = (text: string, index: number) =>
		text.toLowerCase().includes(filter.trim().toLowerCase()) ||
		faultOfGroup(faults, index) !== undefined;

	function add(): void {
		const added = newGroup();
		setFilter('');
		flushSync(() => edit([added, ...draft]));
		document.getElementById(`words-${added.rowKey}`)?.focus();
	}

	function remove(index: number): void {
		const nearby = draft[index + 1] ?? draft[index - 1];
		flushSync(() => edit(draft.toSpliced(index, 1)));
		document.getElementById(`words-${nearby?.rowKey}`)?.focus();
	}

	return (
		<ListForm list={list} saveLabel="Save search words" canEdit={canEdit}>
			<p className="max-w-[70ch] text-sm text-ink-soft">
				Words and phrases that mean the same, with commas between them: a search for one finds the
				others too. A word stands in one group.
			</p>
			<div className="flex flex-wrap items-center gap-2">
				<TextInput
					type="search"
					aria-label="Find a word"
					placeholder="Find a word"
					value={filter}
					onChange={(event) => setFilter(event.target.value)}
					className="tablet:max-w-80"
				/>
				{canEdit && draft.length < CATALOGUE_LIST_LIMITS.wordGroupsMax && (
					<Button onClick={add}>
						<Plus aria-hidden="true" className="size-4.5" />
						Add group
					</Button>
				)}
			</div>
			<ul className="grid gap-2 wide:grid-cols-2" aria-label="Groups of words">
				{draft.map(({ rowKey, text }, index) => (
					<li key={rowKey} hidden={!isShown(text, index)} className="grid content-start gap-1">
						<div className="flex items-center gap-1">
							<TextInput
								{...faultProps(`words-${rowKey}`, faultOfGroup(faults, index))}
								aria-label={`Group ${index + 1}`}
								placeholder="calci, calculator"
								value={text}
								autoComplete="off"
								readOnly={!canEdit}
								onChange={(event) => edit(draft.with(index, { rowKey, text: event.target.value }))}
							/>
							{canEdit && (
								<IconButton
									label={`Remove the group ${text}`}
									icon={<Trash2 aria-hidden="true" className="size-5" />}
									onClick={() => remove(index)}
									className="text-bad"
								/>
							)}
						</div>
						<FaultText id={`words-${rowKey}`}>{faultOfGroup(faults, index)}</FaultText>
					</li>
				))}
			</ul>
		</ListForm>
	);
}
