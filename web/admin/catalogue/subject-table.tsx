import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIMITS, CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { subjectInput } from '#contract/catalogue/list-schemas.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import { RowButton } from '#web/admin/kit/row-actions.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { SubjectListsProps } from './branch-list.tsx';
import { CODE_FIELD, EntryDialog, NAME_FIELD } from './entry-dialog.tsx';
import { isCodeTaken, withEntry } from './subject-draft.ts';

/** The numbers of the semesters: 1 to 10. */
const SEMESTERS = Array.from({ length: CATALOGUE_LIMITS.semesterMax }, (_, index) => index + 1);

/** A subject from the texts of its form. */
const typedSubject = z.pipe(
	z.transform((texts: Record<string, unknown>) => ({ ...texts, semester: Number(texts.semester) })),
	subjectInput,
);

/** The number of rows shown at first, and added by each press on 'Show more'. */
const ROWS_STEP = 50;

interface SubjectFilter {
	text: string;
	/** '' for all. */
	branch: string;
	semester: string;
}
const NO_FILTER: SubjectFilter = { text: '', branch: '', semester: '' };

/** The subjects of the college, filtered by branch, semester and words. */
export function SubjectTable({ lists, canEdit, onChange }: SubjectListsProps) {
	const headingId = useId();
	const addButtonId = useId();
	const [chosenFilter, setChosenFilter] = useState(NO_FILTER);
	// The branch may have been removed, or given another code, since it was chosen.
	const isBranchKnown = lists.branches.some(({ code }) => code === chosenFilter.branch);
	const filter = isBranchKnown ? chosenFilter : { ...chosenFilter, branch: '' };
	const [shownCount, setShownCount] = useState(ROWS_STEP);
	/** The subject in the open dialog; 'new' while one is added. */
	const [dialogSubject, setDialogSubject] = useState<Subject | 'new'>();
	const editedSubject = dialogSubject === 'new' ? undefined : dialogSubject;
	const foundSubjects = lists.subjects.filter((subject) => isFound(subject, filter));
	const changeFilter = (changes: Partial<SubjectFilter>) => {
		setChosenFilter({ ...filter, ...changes });
		setShownCount(ROWS_STEP);
	};

	function remove(subject: Subject): void {
		flushSync(() =>
			onChange({ ...lists, subjects: lists.subjects.filter((other) => other !== subject) }),
		);
		document.getElementById(addButtonId)?.focus();
	}

	return (
		<section aria-labelledby={headingId} className="grid gap-3 border-t border-line pt-4">
			<h2 id={headingId} className="text-xl">
				Subjects
			</h2>
			<div className="flex flex-wrap items-center gap-2">
				<FilterControls filter={filter} branches={lists.branches} onChange={changeFilter} />
				{canEdit && (
					<Button
						id={addButtonId}
						disabled={
							lists.branches.length === 0 ||
							lists.subjects.length >= CATALOGUE_LIST_LIMITS.subjectsMax
						}
						onClick={() => setDialogSubject('new')}
					>
						<Plus aria-hidden="true" className="size-4.5" />
						Add subject
					</Button>
				)}
			</div>
			<p role="status" className="text-sm text-ink-soft tabular-nums">
				{describeCount(foundSubjects.length, lists.subjects.length)}
			</p>
			{foundSubjects.length > 0 && (
				<SubjectRows
					subjects={foundSubjects.slice(0, shownCount)}
					canEdit={canEdit}
					onEdit={setDialogSubject}
					onRemove={remove}
				/>
			)}
			{foundSubjects.length > shownCount && (
				<Button
					onClick={() => setShownCount(shownCount + ROWS_STEP)}
					className="justify-self-center"
				>
					Show more
				</Button>
			)}
			<SubjectDialog
				open={dialogSubject !== undefined}
				subject={editedSubject}
				lists={lists}
				defaults={{
					branch: filter.branch || (lists.branches[0]?.code ?? ''),
					semester: Number(filter.semester) || 1,
				}}
				onClose={() => setDialogSubject(undefined)}
				onDone={(subject) => {
					onChange({ ...lists, subjects: withEntry(lists.subjects, editedSubject, subject) });
					setDialogSubject(undefined);
				}}
			/>
		</section>
	);
}

interface SubjectDialogProps {
	open: boolean;
	/** Undefined for a new subject. */
	subject: Subject | undefined;
	lists: SubjectListsProps['lists'];
	/** The initial values of a new subject. */
	defaults: Partial<Subject>;
	onDone: (subject: Subject) => void;
	onClose: () => void;
}

/** The dialog that adds a subject to the draft, or changes one. */
function SubjectDialog({ subject, lists, defaults, ...dialog }: SubjectDialogProps) {
	const initial = subject ?? defaults;
	return (
		<EntryDialog
			{...dialog}
			title={subject ? `Subject ${subject.code}` : 'Add subject'}
			fields={[
				{ ...CODE_FIELD, initial: subject?.code },
				{ ...NAME_FIELD, initial: subject?.name },
				{
					name: 'branch',
					label: 'Branch',
					options: lists.branches.map(({ code, name }) => ({ value: code, label: name })),
					goneMessage: CATALOGUE_MESSAGES.branchGone,
					initial: initial.branch,
				},
				{
					name: 'semester',
					label: 'Semester',
					options: SEMESTERS.map((semester) => ({ value: `${semester}`, label: `${semester}` })),
					initial: String(initial.semester),
				},
			]}
			schema={typedSubject}
			findFault={({ code, branch }) => {
				if (isCodeTaken(lists.subjects, subject, code))
					return { field: 'code', message: CATALOGUE_ERRORS.subjectTaken(code).message };
				return lists.branches.some((known) => known.code === branch)
					? undefined
					: { field: 'branch', message: CATALOGUE_ERRORS.noSuchBranch(branch).message };
			}}
		/>
	);
}

function isFound({ code, name, branch, semester }: Subject, filter: SubjectFilter): boolean {
	const words = filter.text.trim().toLowerCase();
	return (
		(filter.branch === '' || branch === filter.branch) &&
		(filter.semester === '' || String(semester) === filter.semester) &&
		(words === '' || `${code} ${name}`.toLowerCase().includes(words))
	);
}

function describeCount(found: number, total: number): string {
	if (total === 0) return 'No subjects yet. Import a file, or add a branch and then its subjects.';
	if (found === total) return total === 1 ? 'One subject' : `${total} subjects`;
	return `${found} of ${total} subjects`;
}

interface FilterControlsProps {
	filter: SubjectFilter;
	branches: SubjectListsProps['lists']['branches'];
	onChange: (changes: Partial<SubjectFilter>) => void;
}

function FilterControls({ filter, branches, onChange }: FilterControlsProps) {
	return (
		<>
			<TextInput
				type="search"
				aria-label="Find a subject"
				placeholder="Find a subject"
				value={filter.text}
				onChange={({ target: { value } }) => onChange({ text: value })}
				className="tablet:max-w-64"
			/>
			<Select
				aria-label="Branch"
				value={filter.branch}
				onChange={({ target: { value } }) => onChange({ branch: value })}
				className="min-w-32 max-tablet:flex-1 tablet:max-w-64"
			>
				<option value="">All branches</option>
				{branches.map(({ code, name }) => (
					<option key={code} value={code}>
						{name}
					</option>
				))}
			</Select>
			<Select
				aria-label="Semester"
				value={filter.semester}
				onChange={({ target: { value } }) => onChange({ semester: value })}
				className="min-w-32 max-tablet:flex-1"
			>
				<option value="">All semesters</option>
				{SEMESTERS.map((semester) => (
					<option key={semester} value={semester}>
						Semester {semester}
					</option>
				))}
			</Select>
		</>
	);
}

interface SubjectRowsProps {
	subjects: readonly Subject[];
	canEdit: boolean;
	onEdit: (subject: Subject) => void;
	onRemove: (subject: Subject) => void;
}

/** A table of subjects; on narrow screens each row is a card. */
function SubjectRows({ subjects, canEdit, onEdit, onRemove }: SubjectRowsProps) {
	return (
		<div className="office-list">
			<table className="office-table" aria-label="Subjects">
				<thead>
					<tr>
						<th scope="col">Code</th>
						<th scope="col">Name</th>
						<th scope="col">Branch</th>
						<th scope="col" data-figure="">
							Semester
						</th>
						{canEdit && (
							<th scope="col">
								<span className="sr-only">Actions</span>
							</th>
						)}
					</tr>
				</thead>
				<tbody>
					{subjects.map((subject) => (
						<tr key={subject.code}>
							<td data-main="" data-short="">
								{subject.code}
							</td>
							<td data-label="Name">
								<BreakableText>{subject.name}</BreakableText>
							</td>
							<td data-label="Branch" data-short="">
								{subject.branch}
							</td>
							<td data-label="Semester" data-figure="">
								{subject.semester}
							</td>
							{canEdit && (
								<td data-actions="">
									<div>
										<RowButton
											label="Edit"
											fullLabel={`Edit ${subject.code}`}
											onPress={() => onEdit(subject)}
										/>
										<RowButton
											label="Remove"
											fullLabel={`Remove ${subject.code}`}
											isDestructive
											onPress={() => onRemove(subject)}
										/>
									</div>
								</td>
							)}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
