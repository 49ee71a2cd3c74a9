import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { CATALOGUE_MESSAGES, changeTermStarts } from '#contract/admin/catalogue.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { FaultText, faultProps } from '#web/admin/catalogue/fault-text.tsx';
import { ListForm, type ListTabProps } from '#web/admin/catalogue/list-form.tsx';
import { type StoredTerms, termStartsQuery } from '#web/admin/catalogue/queries.ts';
import { useListDraft } from '#web/admin/catalogue/use-list-draft.ts';
import { QueryContent } from '#web/admin/kit/query-content.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
	daysOf,
	MONTHS,
	newTerm,
	type TermDraft,
	termListFaults,
	toDays,
	toTerms,
} from './term-draft.ts';

/** The tab to edit the days on which terms start, when students move to the next semester. */
export function TermsTab(props: ListTabProps) {
	return (
		<QueryContent
			query={useQuery(termStartsQuery())}
			failureMessage={CATALOGUE_MESSAGES.loadFailed}
			skeleton={<Skeleton className="h-48" />}
		>
			{(stored) => <TermsEditor {...props} stored={stored} />}
		</QueryContent>
	);
}

function TermsEditor({ stored, canEdit, onDirty }: ListTabProps & { stored: StoredTerms }) {
	const list = useListDraft({
		stored,
		...termStartsQuery(),
		toDraft: toTerms,
		toInput: toDays,
		findFaults: termListFaults,
		send: (version, terms) => callAdminApi(changeTermStarts, { body: { version, terms } }),
		onDirty,
	});
	const { draft, edit, faults } = list;
	const addButtonId = useId();

	function remove(index: number): void {
		flushSync(() => edit(draft.toSpliced(index, 1)));
		document.getElementById(addButtonId)?.focus();
	}

	return (
		<ListForm list={list} saveLabel="Save term starts" canEdit={canEdit}>
			<p className="max-w-[70ch] text-sm text-ink-soft">
				On these days of every year students move on to their next semester. A change counts from
				the next term start on: nobody is moved for days that are over.
			</p>
			<ol className="grid gap-2" aria-label="Term starts">
				{draft.map((term, index) => (
					<TermRow
						key={term.rowKey}
						term={term}
						canEdit={canEdit}
						index={index}
						fault={faults.get(`terms.${index}`)}
						onChange={(changes) => edit(draft.with(index, { ...term, ...changes }))}
						onRemove={draft.length > 1 ? () => remove(index) : undefined}
					/>
				))}
			</ol>
			{canEdit && (
				<Button
					id={addButtonId}
					disabled={draft.length >= CATALOGUE_LIST_LIMITS.termsMax}
					onClick={() => edit([...draft, newTerm()])}
					className="justify-self-start"
				>
					<Plus aria-hidden="true" className="size-4.5" />
					Add term start
				</Button>
			)}
		</ListForm>
	);
}

interface TermRowProps {
	term: TermDraft;
	index: number;
	canEdit: boolean;
	fault: string | undefined;
	onChange: (changes: Partial<TermDraft>) => void;
	/** Undefined if this term start cannot be removed. */
	onRemove: (() => void) | undefined;
}

function TermRow({ term, index, canEdit, fault, onChange, onRemove }: TermRowProps) {
	const { rowKey, month, day } = term;
	const id = `term-${rowKey}`;

	return (
		<li className="grid gap-1">
			<div className="flex items-center gap-2">
				<Select
					aria-label={`Month of term ${index + 1}`}
					value={month}
					disabled={!canEdit}
					onChange={({ target: { value } }) => {
						const days = daysOf(value);
						onChange({ month: value, day: days.includes(day) ? day : (days.at(-1) ?? day) });
					}}
					className="w-0 max-w-40 flex-1"
				>
					{MONTHS.map((name, monthIndex) => (
						<option key={name} value={String(monthIndex + 1).padStart(2, '0')}>
							{name}
						</option>
					))}
				</Select>
				<Select
					{...faultProps(id, fault)}
					aria-label={`Day of term ${index + 1}`}
					value={day}
					disabled={!canEdit}
					onChange={({ target: { value } }) => onChange({ day: value })}
					className="w-20 shrink-0 tablet:w-24"
				>
					{daysOf(month).map((option) => (
						<option key={option} value={option}>
							{Number(option)}
						</option>
					))}
				</Select>
				{canEdit && onRemove && (
					<IconButton
						label={`Remove term ${index + 1}`}
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
